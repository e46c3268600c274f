export { addCompanyMember } from './add-company-member';
export { readContactInput } from './contact.input';
export { createContact } from './create-contact';
export { customDataAfter } from './custom-data';
export { ensureContactByEmail } from './ensure-contact-by-email';
export { identifyContact } from './identify-contact';
export { removeCompanyMember } from './remove-company-member';
export { addContact, changeContact, demandTags, makeOrigin, type Origin } from './save-contact';
export { updateContact } from './update-contact';
