import type { Sql } from '@parley/persistence';

/** First question and last answer of a ticket, as far as there are. */
export interface TicketExchangeRow {
  sessionId: string | null;
  title: string | null;
  description: string | null;
  question: string | null;
  answer: string | null;
}

const OF_TICKET = `FROM message m WHERE m.project_id = t.project_id AND m.ticket_id = t.id AND m.reply_to_id IS NULL
  AND coalesce(m.plain_content, '') <> ''`;

const FIND = `SELECT t.session_id AS "sessionId", t.title, coalesce(t.plain_content, t.description) AS description,
    (SELECT m.plain_content ${OF_TICKET} AND m.session_id IS NOT NULL ORDER BY m.id LIMIT 1) AS question,
    (SELECT m.plain_content ${OF_TICKET} AND m.session_id IS NULL AND NOT m.is_note AND m.type <> 'FAQ_SUGGESTION'
      ORDER BY m.id DESC LIMIT 1) AS answer
  FROM ticket t WHERE t.project_id = $1 AND t.id = $2`;

/** The first question and the last public answer. */
export const findTicketExchange = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
): Promise<TicketExchangeRow | undefined> =>
  (await sql.query<TicketExchangeRow>(FIND, [projectId, ticketId], { prepare: true }))[0];
