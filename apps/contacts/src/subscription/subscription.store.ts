import type { Sql } from '@parley/persistence';
import { type ContactRow, contactColumns } from '../contacts';

/** The contacts to find; either key matches. */
export interface Recipients {
  emails: readonly string[];
  userIds: readonly string[];
}

/** Each of the two conditions is read by an index of its own. */
export const SUBSCRIBED = `
  SELECT id FROM contact WHERE project_id = $1 AND deleted_at IS NULL AND NOT unsubscribed AND email = ANY ($2::text[])
  UNION
  SELECT id FROM contact WHERE project_id = $1 AND deleted_at IS NULL AND NOT unsubscribed AND user_id = ANY ($3::text[])
  LIMIT $4`;

/** Some of the contacts that get e-mail and have one of the addresses or user ids. */
export const findSubscribed = async (
  sql: Sql,
  projectId: string,
  { emails, userIds }: Recipients,
  limit: number,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(SUBSCRIBED, [projectId, emails, userIds, limit], {
    prepare: true,
  });
  return rows.map(({ id }) => id);
};

const LEFT = `SELECT id FROM contact
  WHERE project_id = $1 AND deleted_at IS NULL AND unsubscribed AND email = $2 AND unsubscribe_reason = $3 LIMIT $4`;

/** Some of the contacts with an address that get no e-mail for a reason. */
export const findUnsubscribed = async (
  sql: Sql,
  projectId: string,
  { email, reason }: { email: string; reason: string },
  limit: number,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(LEFT, [projectId, email, reason, limit], { prepare: true });
  return rows.map(({ id }) => id);
};

const LOCK = `SELECT ${contactColumns} FROM contact
  WHERE project_id = $1 AND id = ANY ($2::text[]) AND deleted_at IS NULL AND unsubscribed = $3 ORDER BY id FOR UPDATE`;

/** Those of the contacts that get e-mail or that get none, locked in the order of their ids. */
export const lockByMail = (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
  { unsubscribed }: { unsubscribed: boolean },
): Promise<ContactRow[]> => tx.query<ContactRow>(LOCK, [projectId, ids, unsubscribed], { prepare: true });
