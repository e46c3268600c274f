export { getAudienceContacts } from './get-audience-contacts';
export { listMailAudience } from './list-mail-audience';
