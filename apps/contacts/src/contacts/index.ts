export { changedContact, changesTags, type CompanyFields, newContact } from './contact.changes';
export { allColumns, changingColumns, contactColumns, toRecord } from './contact.columns';
export { contactCreated, contactDeleted, contactMerged, contactUpdated } from './contact.events';
export { EMAIL_ONLY } from './contact.fields';
export { presentContact, presentReference } from './contact.present';
export { RECENT } from './contact.search.store';
export {
  contactExists,
  findContact,
  findContactByEmail,
  findContactBySvcId,
  hideContact,
  insertContact,
  lockContact,
  lockContactBySvcId,
  lockContactByUserId,
  lockEmail,
  lockUserId,
  updateContactRow,
} from './contact.store';
export { type ContactPatch, type ContactRow, type EmailBounced, searchKey, toSearchText } from './contact';
export { findContacts, matchContacts } from './find-contacts';
export { getContactByUserId } from './get-contact-by-user-id';
export { getContactReferences } from './get-contact-references';
export { getContact } from './get-contact';
export { appendIdentityEntry, findIdentityEntries, type IdentityEntry } from './identity-history.store';
export { changedBy, type ChangedBy, type IdentityChange, identityChanges } from './identity-history';
export { listContacts } from './list-contacts';
export { searchContacts } from './search-contacts';
export { revealSvcHash, signSvcId } from './svc-hash';
export { MAX_TAG_CHARACTERS, MAX_TAGS, readTags } from './tags';
export { tellTickets, type TicketsKnow } from './tell-tickets';
