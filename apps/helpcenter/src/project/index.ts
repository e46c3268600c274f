export { type Contacts, createContactsClient } from './contacts';
export { demandLiving } from './gone';
export { createStatisticsClient, type Statistics } from './statistics';
export { type Author, createWorkspaceClient, type ProjectSettings, type Workspace } from './workspace';
