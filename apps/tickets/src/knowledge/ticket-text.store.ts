import type { Sql } from '@parley/persistence';
import { setsField } from '../core';

/** The public text of a ticket. */
export interface TicketTextRow {
  id: string;
  sessionId: string | null;
  title: string;
  description: string;
  /** Public messages, oldest first. */
  messages: string[];
}

/** Characters that are read of a ticket's texts. */
export const MAX_CHARACTERS = 8_000;
/** Public messages that are read. */
const MAX_MESSAGES = 50;

/**
 * Of merged tickets the main one carries the messages. Each ticket's first messages are looked up by themselves: a condition that
 * joins the tickets by OR reads every message of the project.
 */
const TEXTS = `
SELECT t.id, t.session_id AS "sessionId", left(coalesce(t.title, ''), ${MAX_CHARACTERS}) AS title,
       left(coalesce(nullif(t.description, ''), t.plain_content, ''), ${MAX_CHARACTERS}) AS description,
       ARRAY(SELECT first.text
               FROM (SELECT t.id UNION ALL SELECT f.id FROM ticket f
                      WHERE f.project_id = t.project_id AND f.duplicate_of_id = t.id) part
              CROSS JOIN LATERAL (
                SELECT m.id, left(m.plain_content, ${MAX_CHARACTERS}) AS text FROM message m
                 WHERE m.project_id = t.project_id AND m.ticket_id = part.id AND m.plain_content <> ''
                   AND ${setsField('latestPublicComment')}
                 ORDER BY m.id LIMIT $3) first
              ORDER BY first.id LIMIT $3) AS messages
  FROM ticket t
 WHERE t.project_id = $1 AND t.id = ANY ($2::text[]) AND NOT t.hidden AND NOT t.is_spam AND t.duplicate_of_id IS NULL`;

/** What tickets say in public; hidden, spam and merged ones are left out. */
export const getPublicTexts = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
  withMessages: boolean,
): Promise<TicketTextRow[]> =>
  sql.query<TicketTextRow>(TEXTS, [projectId, ids, withMessages ? MAX_MESSAGES : 1], { prepare: true });

/** Tickets of all projects after one. */
export const listPositions = (
  sql: Sql,
  after: { projectId: string; ticketId: string },
  limit: number,
): Promise<{ projectId: string; ticketId: string }[]> =>
  sql.query(
    `SELECT project_id AS "projectId", id AS "ticketId" FROM ticket
      WHERE (project_id, id) > ($1, $2) ORDER BY project_id, id LIMIT $3`,
    [after.projectId, after.ticketId, limit],
  );
