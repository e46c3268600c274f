export { createOrganisation } from './create-organisation';
export { listOrganisations } from './list-organisations';
export { notOrganisationAdmin, organisationNotFound } from './organisation.errors';
export {
  findMembership,
  findOrganisation,
  firstMembership,
  insertOrganisation,
  insertOrganisationMember,
  lockOrganisation,
} from './organisation.store';
