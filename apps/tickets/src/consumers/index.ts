export { CONTACTS_DURABLE, onContact } from './on-contact';
export { onUserUpdated, USERS_DURABLE } from './on-user-updated';
export { onWorkspaceChange, WORKSPACE_DURABLE } from './on-workspace-change';
