import type { Permission } from '@parley/auth';
import type { Store } from '../db';
import { organisationNotFound, findMembership } from '../organisations';
import { organisationAdminsOnly } from './invitation.errors';

/** Lets an organisation's admins pass: 404 for those who do not know it, 403 naming the permission for other members. */
export const demandOrganisationAdmin = async (
  store: Store,
  organisationId: string,
  userId: string,
  permission: Permission,
): Promise<void> => {
  const membership = await findMembership(store, organisationId, userId);
  if (!membership) throw organisationNotFound();
  if (membership.role !== 'admin') throw organisationAdminsOnly(permission);
};
