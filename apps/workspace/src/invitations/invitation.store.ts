import { type Role } from '@parley/auth';
import { newId, type Sql } from '@parley/persistence';
import { type Store } from '../db';
import { type Invitation } from '../generated/prisma/client';
import { type TargetType } from './invitation';

/** A stored invitation. */
export interface InvitationRow extends Omit<Invitation, 'type' | 'role'> {
  type: TargetType;
  role: Role;
}

/** What invitations lead to. */
export interface Target {
  type: TargetType;
  id: string;
  /** The target itself, or the organisation of the project. */
  organisationId: string;
}

const rowOf = (row: Invitation): InvitationRow => row as InvitationRow;

const valid = (): { expiresAt: { gt: Date } } => ({ expiresAt: { gt: new Date() } });

/** Invitations to an address that can still be accepted, newest first. */
export const listInvitationsTo = async (store: Store, email: string): Promise<InvitationRow[]> =>
  (await store.prisma.invitation.findMany({ where: { email, ...valid() }, orderBy: { id: 'desc' } })).map(
    rowOf,
  );

/** Invitations to an organisation or project that can still be accepted, newest first. */
export const listInvitationsFor = async (
  store: Store,
  { type, id }: Pick<Target, 'type' | 'id'>,
): Promise<InvitationRow[]> =>
  (
    await store.prisma.invitation.findMany({
      where: { type, targetId: id, ...valid() },
      orderBy: { id: 'desc' },
    })
  ).map(rowOf);

export const findInvitation = async (store: Store, id: string): Promise<InvitationRow | undefined> => {
  const row = await store.prisma.invitation.findUnique({ where: { id } });
  return row ? rowOf(row) : undefined;
};

/** The invitation, locked until the transaction ends. */
export const lockInvitation = async (store: Store, id: string): Promise<InvitationRow | undefined> => {
  await store.sql.query('SELECT id FROM invitation WHERE id = $1 FOR UPDATE', [id]);
  return findInvitation(store, id);
};

/**
 * Invites addresses with the role user; one that was invited before is renewed and keeps its role unless it had expired.
 * Answers the invitations' ids and addresses.
 */
export const putInvitations = (
  sql: Sql,
  { type, id, organisationId }: Target,
  { emails, invitedBy, expiresAt }: { emails: readonly string[]; invitedBy: string; expiresAt: Date },
): Promise<{ id: string; email: string }[]> =>
  // The order keeps two calls with the same addresses from waiting for each other.
  sql.query(
    `INSERT INTO invitation AS i (id, type, target_id, organisation_id, email, role, invited_by, expires_at)
     SELECT e.id, $1, $2, $3, e.email, 'user', $4, $5 FROM unnest($6::text[], $7::text[]) AS e (id, email)
     ORDER BY e.email
     ON CONFLICT (type, target_id, email) DO UPDATE SET
       role = CASE WHEN i.expires_at > now() THEN i.role ELSE excluded.role END,
       invited_by = excluded.invited_by, expires_at = excluded.expires_at, updated_at = now()
     RETURNING id, email`,
    [type, id, organisationId, invitedBy, expiresAt, emails.map(() => newId()), emails],
  );

/** Changes the role that an existing invitation will grant. */
export const setInvitationRole = async (store: Store, id: string, role: Role): Promise<InvitationRow> =>
  rowOf(await store.prisma.invitation.update({ where: { id }, data: { role, updatedAt: new Date() } }));

/** Deletes an invitation; answers false when it was gone. */
export const deleteInvitationRow = async (store: Store, id: string): Promise<boolean> =>
  (await store.prisma.invitation.deleteMany({ where: { id } })).count > 0;
