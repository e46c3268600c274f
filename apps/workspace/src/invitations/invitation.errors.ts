import type { Permission } from '@parley/auth';
import { conflict, type DomainError, forbidden } from '@parley/errors';
import { VALID_DAYS } from './invitation';

/** 409 INVITATION_EXPIRED */
export const invitationExpired = (): DomainError =>
  conflict('INVITATION_EXPIRED', `The invitation was valid for ${VALID_DAYS} days. Ask to be invited again.`);

/** 409 INVITATION_TARGET_GONE: the organisation or project was deleted. */
export const targetGone = (type: string): DomainError =>
  conflict('INVITATION_TARGET_GONE', `The ${type} that this invitation leads to does not exist any more.`);

/** 403 PERMISSION_DENIED: invitations to an organisation are its admins' business. */
export const organisationAdminsOnly = (permission: Permission): DomainError =>
  forbidden('PERMISSION_DENIED', 'Invitations to an organisation need one of its admins.', { permission });
