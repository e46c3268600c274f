export { mergeContactTickets, moveContact } from './merge-contact-tickets';
export { purgeContactTickets } from './purge-contact-tickets';
export { createSettler, unknownContactsJob } from './settle-unknown-contacts';
