export { contactGone, type Contacts, createContactsClient, type SeenContact } from './contacts';
export { createDirectory, type Directory } from './directory';
