import { conflict, type DomainError, forbidden } from '@parley/errors';

/** 403 PROJECT_FORBIDDEN: no such project, or the caller is no member; the answer does not distinguish them. */
export const projectForbidden = (): DomainError =>
  forbidden('PROJECT_FORBIDDEN', 'You are not a member of this project, or it does not exist.');

/** 409 HELPCENTER_SLUG_TAKEN: another project of the installation has it. */
export const slugTaken = (): DomainError => conflict('HELPCENTER_SLUG_TAKEN');

/** 409 HELPCENTER_DOMAIN_TAKEN: another project of the installation has it. */
export const domainTaken = (): DomainError => conflict('HELPCENTER_DOMAIN_TAKEN');
