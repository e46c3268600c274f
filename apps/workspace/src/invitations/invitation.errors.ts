import { conflict, type DomainError, forbidden, notFound } from '@parley/errors';
import type { Permission } from '@parley/auth';
import { VALID_DAYS } from './invitation';

/** 404 INVITATION_NOT_FOUND: unknown, answered already, or none of the caller's business. */
export const invitationNotFound = (): DomainError => notFound('invitation');

/** 409 INVITATION_EMAIL_MISMATCH */
export const emailMismatch = (): DomainError => conflict('INVITATION_EMAIL_MISMATCH');

/** 409 INVITATION_EMAIL_UNCONFIRMED */
export const emailUnconfirmed = (): DomainError => conflict('INVITATION_EMAIL_UNCONFIRMED');

/** 409 INVITATION_ALREADY_MEMBER */
export const alreadyMember = (): DomainError => conflict('INVITATION_ALREADY_MEMBER');

/** 409 INVITATION_EXPIRED */
export const invitationExpired = (): DomainError =>
  conflict('INVITATION_EXPIRED', `The invitation was valid for ${VALID_DAYS} days. Ask to be invited again.`);

/** 409 INVITATION_TARGET_GONE: the organisation or project was deleted. */
export const targetGone = (type: string): DomainError =>
  conflict('INVITATION_TARGET_GONE', `The ${type} that this invitation leads to does not exist any more.`);

/** 403 PERMISSION_DENIED: invitations to an organisation are its admins' business. */
export const organisationAdminsOnly = (permission: Permission): DomainError =>
  forbidden('PERMISSION_DENIED', 'Invitations to an organisation need one of its admins.', { permission });

/** 403 EMAIL_UNCONFIRMED: mails to strangers leave in the name of proved addresses only. */
export const inviterUnconfirmed = (): DomainError => forbidden('EMAIL_UNCONFIRMED');
