export { getAudienceContacts } from './get-audience-contacts';
export { listMailAudience } from './list-mail-audience';
export { sampleAudience } from './sample-audience';
