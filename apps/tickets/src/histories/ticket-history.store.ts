import type { Sql } from '@parley/persistence';
import {
  ticketColumns,
  countedFields,
  type CountedChange,
  type CountedMessage,
  type CountedTicket,
  type SlaClockRow,
} from '../core';

const counted = [
  'id',
  'revision',
  'bugId',
  'title',
  'createdAt',
  'updatedAt',
  'createdBy',
  'composed',
  'type',
  'status',
  'priority',
  'tags',
  'sessionId',
  'processingUserId',
  'processingTeamId',
  'outbound',
  'isSpam',
  'hidden',
  'archived',
  'queued',
  'duplicateOfId',
  'conversationRating',
  'ratedAt',
] as const satisfies readonly (keyof CountedTicket)[];

/** Only the counted parts of the free JSON: the others may be large. */
const EXTRA = `jsonb_build_object('bot', jsonb_build_object('forwardedToSupportAt', t.extra #> '{bot,forwardedToSupportAt}'),
  'channel', jsonb_build_object('type', t.extra #> '{channel,type}')) AS extra`;

const TICKETS = `
SELECT ${counted.map((property) => `t.${ticketColumns[property]} AS "${property}"`).join(', ')}, ${EXTRA}
  FROM ticket t WHERE t.project_id = $1 AND t.id = ANY ($2::text[]) ORDER BY t.id`;

const CHANGES = `
SELECT ticket_id AS "ticketId", id, at, actor, field, from_value, to_value FROM ticket_history
 WHERE project_id = $1 AND ticket_id = ANY ($2::text[]) AND field = ANY ($3::text[]) ORDER BY ticket_id, at, id`;

const MESSAGES = `
SELECT m.ticket_id AS "ticketId", m.id, m.created_at AS "createdAt", m.type, m.is_note AS "isNote", m.bot,
       m.user_id AS "userId", m.session_id AS "sessionId", m.reply_to_id AS "replyToId", u.user_type AS "userType"
  FROM message m LEFT JOIN user_reference u ON u.project_id = m.project_id AND u.id = m.user_id
 WHERE m.project_id = $1 AND m.ticket_id = ANY ($2::text[]) ORDER BY m.ticket_id, m.id`;

const clockColumns = `id, ticket_id AS "ticketId", started_at AS "startedAt", due_at AS "dueAt", outcome,
  ended_at AS "endedAt", answered_at AS "answeredAt"`;

const CLOCKS = `
SELECT ${clockColumns} FROM sla_clock
 WHERE project_id = $1 AND ticket_id = ANY ($2::text[]) ORDER BY ticket_id, started_at, ended_at NULLS LAST`;

/** The histories of tickets, each by ticket and in order. */
export interface StoredHistories {
  tickets: CountedTicket[];
  changes: (CountedChange & { ticketId: string })[];
  messages: (CountedMessage & { ticketId: string })[];
  clocks: SlaClockRow[];
}

/**
 * The histories of tickets of a project. In a transaction with a snapshot of its own (`REPEATABLE READ`) the parts belong together.
 */
export const findHistories = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<StoredHistories> => {
  const of = [projectId, ids];
  return {
    tickets: await tx.query(TICKETS, of, { prepare: true }),
    changes: await tx.query(CHANGES, [...of, countedFields], { prepare: true }),
    messages: await tx.query(MESSAGES, of, { prepare: true }),
    clocks: await tx.query(CLOCKS, of, { prepare: true }),
  };
};

/** Tickets of a project after one, by id, and about how many bytes their histories take. */
export const findTicketsAfter = (
  sql: Sql,
  projectId: string,
  after: string,
  limit: number,
): Promise<{ id: string; size: number }[]> =>
  sql.query(
    `SELECT id, 1000 + 200 * message_count AS size FROM ticket
      WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [projectId, after, limit],
    { prepare: true },
  );

/** The next projects with tickets, by id. Reads one row of each, however many tickets there are. */
export const findTicketProjects = async (sql: Sql, after: string, limit: number): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT project_id AS id FROM ticket_sequence WHERE project_id > $1 ORDER BY project_id LIMIT $2',
    [after, limit],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};

/** The clock of each of the tickets that runs, by ticket. */
export const findRunningClocks = async (
  sql: Sql,
  keys: readonly { projectId: string; id: string }[],
): Promise<Map<string, SlaClockRow>> => {
  const rows = await sql.query<SlaClockRow>(
    `SELECT ${clockColumns} FROM sla_clock
      WHERE (project_id, ticket_id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND ended_at IS NULL`,
    [keys.map(({ projectId }) => projectId), keys.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.ticketId, row]));
};
