export { type Contacts, createContactsClient } from './contacts';
export { demandLiving } from './gone';
export { type Author, createWorkspaceClient, type ProjectSettings, type Workspace } from './workspace';
