import type { Role } from '@parley/auth';
import { compileList, inOrder, type ListQuery, newId, type Sql } from '@parley/persistence';
import type { Store } from '../db';
import type { Invitation } from '../generated/prisma/client';
import { findIds } from '../short-list.store';
import type { TargetType } from './invitation';
import { invitationList } from './invitation.fields';

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

const toRow = (row: Invitation): InvitationRow => row as InvitationRow;

/** Invitations that a list asks for and that can still be accepted; `owner` is SQL of ours over `params`. */
const listInvitations = async (
  store: Store,
  owner: string,
  params: unknown[],
  query: ListQuery,
): Promise<InvitationRow[]> => {
  const clauses = compileList(query, invitationList, params);
  const from = `FROM invitation WHERE ${owner} AND expires_at > now()`;
  const ids = await findIds(store.sql, from, clauses, params);
  return inOrder(ids, await store.prisma.invitation.findMany({ where: { id: { in: ids } } })).map(toRow);
};

/** Invitations to an address that can still be accepted. */
export const listInvitationsTo = (store: Store, email: string, query: ListQuery): Promise<InvitationRow[]> =>
  listInvitations(store, 'email = $1', [email], query);

/** Invitations to an organisation or project that can still be accepted. */
export const listInvitationsFor = (
  store: Store,
  { type, id }: Pick<Target, 'type' | 'id'>,
  query: ListQuery,
): Promise<InvitationRow[]> => listInvitations(store, 'type = $1 AND target_id = $2', [type, id], query);

export const findInvitation = async (store: Store, id: string): Promise<InvitationRow | undefined> => {
  const row = await store.prisma.invitation.findUnique({ where: { id } });
  return row ? toRow(row) : undefined;
};

/** The invitation, locked until the transaction ends. */
export const lockInvitation = async (store: Store, id: string): Promise<InvitationRow | undefined> => {
  await store.sql.query('SELECT id FROM invitation WHERE id = $1 FOR UPDATE', [id]);
  return findInvitation(store, id);
};

/**
 * Invites addresses with a role; one that was invited before is renewed. Without a role that is user, and a renewed invitation keeps its own
 * unless it had expired.
 * Answers the invitations' ids and addresses.
 */
export const putInvitations = (
  sql: Sql,
  { type, id, organisationId }: Target,
  {
    emails,
    role,
    invitedBy,
    expiresAt,
  }: { emails: readonly string[]; role?: Role | undefined; invitedBy: string; expiresAt: Date },
): Promise<{ id: string; email: string }[]> =>
  // The order keeps two calls with the same addresses from waiting for each other.
  sql.query(
    `INSERT INTO invitation AS i (id, type, target_id, organisation_id, email, role, invited_by, expires_at)
     SELECT e.id, $1, $2, $3, e.email, coalesce($8, 'user'), $4, $5 FROM unnest($6::text[], $7::text[]) AS e (id, email)
     ORDER BY e.email
     ON CONFLICT (type, target_id, email) DO UPDATE SET
       role = CASE WHEN $8::text IS NULL AND i.expires_at > now() THEN i.role ELSE excluded.role END,
       invited_by = excluded.invited_by, expires_at = excluded.expires_at, updated_at = now()
     RETURNING id, email`,
    [type, id, organisationId, invitedBy, expiresAt, emails.map(() => newId()), emails, role ?? null],
  );

/** Changes the role that an existing invitation will grant. */
export const setInvitationRole = async (store: Store, id: string, role: Role): Promise<InvitationRow> =>
  toRow(await store.prisma.invitation.update({ where: { id }, data: { role, updatedAt: new Date() } }));

/** Deletes an invitation; answers false when it was gone. */
export const deleteInvitationRow = async (store: Store, id: string): Promise<boolean> =>
  (await store.prisma.invitation.deleteMany({ where: { id } })).count > 0;
