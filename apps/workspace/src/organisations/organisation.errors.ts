import { type DomainError, forbidden, notFound } from '@parley/errors';

/** 404 ORGANISATION_NOT_FOUND: no such organisation, or the caller does not belong to it. */
export const organisationNotFound = (): DomainError =>
  notFound('organisation', 'There is no such organisation, or you do not belong to it.');

/** 403 PERMISSION_DENIED: only admins of an organisation create projects in it. */
export const notOrganisationAdmin = (): DomainError =>
  forbidden('PERMISSION_DENIED', 'Only an admin of the organisation may create a project in it.', {
    permission: 'PROJECT_CREATE',
  });
