export { CONTACTS_DURABLE, onContacts } from './on-contacts';
