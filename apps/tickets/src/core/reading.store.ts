import { gather, type Sql } from '@parley/persistence';
import type { MessageRow } from './message';
import { isUnreadFor } from './reading.sql';

/** A ticket and a person of the team. */
export interface ReadingKey {
  projectId: string;
  ticketId: string;
  userId: string;
}

const UNREAD_TOGETHER = `
SELECT k.place::int FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k (project_id, id, user_id, place)
  JOIN ticket t ON t.project_id = k.project_id AND t.id = k.id WHERE ${isUnreadFor('k.user_id')}`;

/** Whether tickets are unread, each for its person; those that are asked for while others are on their way go together. */
export type IsUnread = (key: ReadingKey) => Promise<boolean>;

/** Answers whether tickets are unread. */
export const createIsUnread = (sql: Sql): IsUnread =>
  gather<ReadingKey, boolean>(
    async (keys) => {
      const values = [
        keys.map(({ projectId }) => projectId),
        keys.map(({ ticketId }) => ticketId),
        keys.map(({ userId }) => userId),
      ];
      const rows = await sql.query<{ place: number }>(UNREAD_TOGETHER, values, { prepare: true });
      const unread = new Set(rows.map(({ place }) => place));
      return keys.map((_, index) => unread.has(index + 1));
    },
    { maxBatch: 1_000, atATime: 2 },
  );

const WRITE = (news: string, isUnread: boolean): string =>
  `INSERT INTO ticket_read AS r (project_id, ticket_id, user_id, news_id, is_unread)
   SELECT $1, $2, $3, ${news}, ${isUnread} FROM t
   ON CONFLICT (project_id, ticket_id, user_id) DO UPDATE SET news_id = EXCLUDED.news_id, is_unread = EXCLUDED.is_unread
    WHERE (r.news_id, r.is_unread) IS DISTINCT FROM (EXCLUDED.news_id, EXCLUDED.is_unread)`;

/** The weakest lock: only a deletion of the ticket waits for it, so that nothing is kept of a deleted one. */
const READ = `
WITH t AS MATERIALIZED (
  SELECT news_id FROM ticket WHERE project_id = $1 AND id = $2 AND news_id IS NOT NULL FOR KEY SHARE
) ${WRITE('t.news_id', false)}`;

/** Records that a person read a ticket. */
export const saveRead = async (sql: Sql, { projectId, ticketId, userId }: ReadingKey): Promise<void> => {
  await sql.query(READ, [projectId, ticketId, userId], { prepare: true });
};

/** Locks the ticket: one that everyone counts as having read must join the index of those that may be unread. */
const MARK_UNREAD = `
WITH t AS MATERIALIZED (
  SELECT project_id, id, news_id FROM ticket WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE
), found AS (
  UPDATE ticket f SET news_id = '' FROM t WHERE f.project_id = t.project_id AND f.id = t.id AND t.news_id IS NULL
) ${WRITE("coalesce(t.news_id, '')", true)}`;

/** Records that a person wants a ticket to be unread. */
export const saveUnread = async (sql: Sql, { projectId, ticketId, userId }: ReadingKey): Promise<void> => {
  await sql.query(MARK_UNREAD, [projectId, ticketId, userId], { prepare: true });
};

/** Deletes the readings of a person in a project. */
export const deleteReadingsOf = async (sql: Sql, projectId: string, userId: string): Promise<void> => {
  await sql.query('DELETE FROM ticket_read WHERE project_id = $1 AND user_id = $2', [projectId, userId]);
};

/** News of a ticket that is no message of its own: one of a ticket merged into it, or such a merge. */
export interface News {
  id: string;
  /** The person of the team who made it. */
  authorId: string | null;
}

/** Records news of a ticket. */
export const noteNews = async (
  tx: Sql,
  projectId: string,
  ticketId: string,
  { id, authorId }: News,
): Promise<void> => {
  await tx.query(
    `UPDATE ticket SET news_id = greatest(news_id, $3), news_author_id = $4 WHERE project_id = $1 AND id = $2`,
    [projectId, ticketId, id, authorId],
  );
};

/** The person of the team who wrote a message; null for bots and contacts. */
export const findAuthor = ({
  sessionId,
  bot,
  userId,
}: Pick<MessageRow, 'sessionId' | 'bot' | 'userId'>): string | null =>
  sessionId === null && !bot ? userId : null;

/**
 * Takes deleted messages out of the news of tickets, and of those that they are merged into: the newest that is left counts, so the
 * ticket is unread only for those who did not read that. A closed ticket counts as read.
 */
export const renewNews = async (tx: Sql, projectId: string, ticketIds: readonly string[]): Promise<void> => {
  await tx.query(
    `UPDATE ticket t SET news_id = CASE WHEN t.status = 'DONE' THEN '' ELSE n.news_id END, news_author_id = n.author_id
       FROM (SELECT t.project_id, t.id, coalesce(last.id, t.id) AS news_id,
                    CASE WHEN last.id IS NULL AND t.created_by ->> 'type' = 'user' THEN t.created_by ->> 'id'
                         ELSE last.author_id END AS author_id
               FROM ticket t
               LEFT JOIN LATERAL (
                 SELECT newest.* FROM (
                   SELECT t.id UNION ALL SELECT d.id FROM ticket d WHERE d.project_id = t.project_id AND d.duplicate_of_id = t.id
                 ) own (id) CROSS JOIN LATERAL (
                   SELECT m.id, CASE WHEN m.session_id IS NULL AND NOT m.bot THEN m.user_id END AS author_id FROM message m
                    WHERE m.project_id = t.project_id AND m.ticket_id = own.id ORDER BY m.id DESC LIMIT 1) newest
                  ORDER BY newest.id DESC LIMIT 1) last ON true
              WHERE t.project_id = $1 AND t.news_id > '' AND t.id IN (
                SELECT unnest($2::text[]) UNION
                SELECT d.duplicate_of_id FROM ticket d WHERE d.project_id = $1 AND d.id = ANY ($2::text[]))) n
      WHERE t.project_id = n.project_id AND t.id = n.id AND n.news_id < t.news_id`,
    [projectId, ticketIds],
  );
};
