import type { Sql } from '@parley/persistence';
import { participantsSql } from '../core';
import type { MergeState, Named, Share } from './merge';

const LOCK = `SELECT id, duplicate_of_id AS "duplicateOfId" FROM ticket
  WHERE project_id = $1 AND (id = ANY ($2::text[]) OR duplicate_of_id = ANY ($3::text[])) ORDER BY id FOR UPDATE`;

/**
 * Locks the tickets, and all merged into those in `merged`, in the order of their ids, so that opposite merges wait for one another
 * instead of for ever. A second read locks tickets that were merged while it waited.
 */
export const lockForMerge = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
  merged: readonly string[],
): Promise<Map<string, MergeState>> => {
  let known = -1;
  for (;;) {
    const rows = await tx.query<MergeState>(LOCK, [projectId, ids, merged], { prepare: true });
    if (rows.length === known) return new Map(rows.map((row) => [row.id, row]));
    known = rows.length;
  }
};

/** The contacts of tickets, by the ids of these. */
export const contactsOfTickets = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await sql.query<{ id: string; contactId: string }>(
    `SELECT id, session_id AS "contactId" FROM ticket
      WHERE project_id = $1 AND id = ANY ($2::text[]) AND session_id IS NOT NULL`,
    [projectId, ids],
    { prepare: true },
  );
  return new Map(rows.map(({ id, contactId }) => [id, contactId]));
};

/** The tickets as they are now, by id; nothing is locked. */
export const getMergeStates = async (
  sql: Sql,
  projectId: string,
  tickets: readonly Named[],
): Promise<Map<string, MergeState>> => {
  const rows = await sql.query<MergeState>(
    'SELECT id, duplicate_of_id AS "duplicateOfId" FROM ticket WHERE project_id = $1 AND id = ANY ($2::text[])',
    [projectId, tickets.map(({ id }) => id)],
    { prepare: true },
  );
  return new Map(rows.map((row) => [row.id, row]));
};

const SHARES = `SELECT id, tags, session_id AS "sessionId", session_ids AS "sessionIds", upvotes,
    linked_ticket_ids AS "linkedTicketIds", sla_due_at AS "slaDueAt", sla_breached AS "slaBreached",
    notifications_unread AS "notificationsUnread", waiting_since AS "waitingSince", ${participantsSql} AS participants
  FROM ticket t WHERE project_id = $1 AND id = ANY ($2::text[])`;

/** What tickets bring into a merge, without their texts and logs. */
export const getShares = (tx: Sql, projectId: string, ids: readonly string[]): Promise<Share[]> =>
  tx.query<Share>(SHARES, [projectId, ids], { prepare: true });
