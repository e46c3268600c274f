import { isRole, type Role } from '@parley/auth';
import { invalid } from '@parley/errors';

/** The role that a caller sent. 400 for a text that names none. */
export const readRole = (role: string): Role => {
  if (!isRole(role)) throw invalid({ field: 'role', message: 'must be admin, user or agent' });
  return role;
};
