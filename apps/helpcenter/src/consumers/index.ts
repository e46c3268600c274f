export { CONTACTS_DURABLE, onContact } from './on-contact';
