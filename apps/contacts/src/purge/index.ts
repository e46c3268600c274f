export { deleteContact } from './delete-contact';
export { createPurger, purgeJob } from './purge-contact';
