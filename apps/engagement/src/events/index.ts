export { CONTACTS_DURABLE, onContacts } from './on-contacts';
export { onWorkspace, WORKSPACE_DURABLE } from './on-workspace';
