import { type DomainError, forbidden } from '@parley/errors';

/** 403 PROJECT_FORBIDDEN: no such project, or the caller is no member; the answer does not distinguish them. */
export const projectForbidden = (): DomainError =>
  forbidden('PROJECT_FORBIDDEN', 'You are not a member of this project, or it does not exist.');
