import type { Sql } from '@parley/persistence';
import type { HistoryActor, Attachment } from '../core';

/** The creation of a ticket. */
export interface Creation {
  at: Date;
  bugId: number;
  title: string | null;
  text: string | null;
  type: string;
  actor: HistoryActor | null;
  actorName: string | null;
  actorEmail: string | null;
}

const userName = `coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email)`;

const CREATION = `
SELECT t.created_at AS at, t.bug_id AS "bugId", t.title, coalesce(t.plain_content, t.description) AS text, t.type,
       t.created_by AS actor,
       coalesce(t.created_by ->> 'name', ${userName}, c.name, c.email) AS "actorName",
       coalesce(u.email, c.email, t.created_by ->> 'email') AS "actorEmail"
  FROM ticket t
  LEFT JOIN user_reference u ON u.project_id = t.project_id AND u.id = t.created_by ->> 'id'
  LEFT JOIN contact_reference c ON c.project_id = t.project_id AND c.id = t.created_by ->> 'id'
 WHERE t.project_id = $1 AND t.id = $2`;

/** How a ticket came about; undefined when there is none. */
export const findCreation = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
): Promise<Creation | undefined> => {
  const [row] = await sql.query<Creation>(CREATION, [projectId, ticketId], { prepare: true });
  return row;
};

/** A message in the audit trail. */
export interface AuditedMessage {
  id: string;
  at: Date;
  type: string;
  isNote: boolean;
  bot: boolean;
  replyToId: string | null;
  userId: string | null;
  sessionId: string | null;
  fallbackUser: { username?: unknown; email?: unknown } | null;
  authorName: string | null;
  authorEmail: string | null;
  plainContent: string | null;
  attachments: Attachment[];
  /** Running number of the merged ticket it belongs to; null in the ticket itself. */
  mergedFrom: number | null;
}

/** Messages that are in memory at a time; each may have some 200 KB of text. */
const PAGE = 50;

const MESSAGES = `
SELECT m.id, m.created_at AS at, m.type, m.is_note AS "isNote", m.bot, m.reply_to_id AS "replyToId",
       m.user_id AS "userId", m.session_id AS "sessionId", m.fallback_user AS "fallbackUser",
       coalesce(${userName}, c.name, c.email) AS "authorName", coalesce(u.email, c.email) AS "authorEmail",
       m.plain_content AS "plainContent", m.attachments, CASE WHEN t.id <> $2 THEN t.bug_id END AS "mergedFrom"
  FROM message m
  JOIN ticket t ON t.project_id = m.project_id AND t.id = m.ticket_id
  LEFT JOIN user_reference u ON u.project_id = m.project_id AND u.id = m.user_id
  LEFT JOIN contact_reference c ON c.project_id = m.project_id AND c.id = m.session_id
 WHERE m.project_id = $1 AND m.id > $3 AND (m.ticket_id = $2 OR m.ticket_id IN (
         SELECT d.id FROM ticket d WHERE d.project_id = $1 AND d.duplicate_of_id = $2))
 ORDER BY m.id LIMIT ${PAGE}`;

/** The messages of a ticket and of tickets merged into it, threads and notes too, in parts, oldest first. */
export async function* auditedMessages(
  sql: Sql,
  projectId: string,
  ticketId: string,
): AsyncGenerator<AuditedMessage[]> {
  for (let after = ''; ;) {
    const page = await sql.query<AuditedMessage>(MESSAGES, [projectId, ticketId, after], { prepare: true });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < PAGE) return;
    after = last.id;
  }
}
