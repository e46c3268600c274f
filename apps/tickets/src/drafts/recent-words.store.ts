import type { Sql } from '@parley/persistence';
import { isOfKind } from '../core';

/** Characters that are read of the end of a message, and the latest messages that are read. */
const MAX_CHARACTERS = 2_000;
const MAX_MESSAGES = 20;

/** The latest words in a ticket. */
export interface RecentWords {
  contactId: string | null;
  title: string | null;
  description: string | null;
  /** The latest public messages, oldest first. */
  messages: { byContact: boolean; text: string }[];
}

const WORDS = `
SELECT t.session_id AS "contactId", t.title,
       left(coalesce(nullif(t.description, ''), t.plain_content), ${MAX_CHARACTERS}) AS description,
       coalesce((SELECT json_agg(json_build_object('byContact', l.by_contact, 'text', l.text) ORDER BY l.id)
          FROM (SELECT m.id, m.session_id IS NOT NULL AS by_contact, right(m.plain_content, ${MAX_CHARACTERS}) AS text
                  FROM message m
                 WHERE m.project_id = t.project_id AND m.ticket_id = t.id AND m.plain_content <> ''
                   AND (${isOfKind.contact} OR ${isOfKind.reply})
                 ORDER BY m.id DESC LIMIT ${MAX_MESSAGES}) l), '[]'::json) AS messages
  FROM ticket t WHERE t.project_id = $1 AND t.id = $2`;

/** The latest public words of a ticket; undefined when the project has no such ticket. */
export const findRecentWords = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
): Promise<RecentWords | undefined> => {
  const [row] = await sql.query<RecentWords>(WORDS, [projectId, ticketId], { prepare: true });
  return row;
};
