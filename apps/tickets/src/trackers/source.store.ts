import type { Sql } from '@parley/persistence';
import { isOfKind } from '../core';

/** Characters that are read of one text, and messages of each side. */
const MAX_CHARACTERS = 2_000;
const MAX_MESSAGES = 20;

/** The public texts of a ticket. */
export interface TicketSource {
  title: string | null;
  description: string | null;
  plainContent: string | null;
  /** What its contacts wrote, oldest first. */
  fromContact: string[];
  /** The team's answers, oldest first. */
  fromTeam: string[];
}

const messages = (kind: 'contact' | 'reply'): string => `ARRAY(
  SELECT left(m.plain_content, ${MAX_CHARACTERS}) FROM message m
   WHERE m.project_id = t.project_id AND m.ticket_id = t.id AND m.plain_content IS NOT NULL AND ${isOfKind[kind]}
   ORDER BY m.id LIMIT ${MAX_MESSAGES})`;

const SOURCE = `SELECT t.title, left(t.description, ${MAX_CHARACTERS}) AS description,
    left(t.plain_content, ${MAX_CHARACTERS}) AS "plainContent", ${messages('contact')} AS "fromContact",
    ${messages('reply')} AS "fromTeam"
  FROM ticket t WHERE t.project_id = $1 AND t.id = $2`;

/** The texts of a ticket without notes and threads, which are internal. */
export const getSource = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<TicketSource | undefined> => {
  const [source] = await sql.query<TicketSource>(SOURCE, [projectId, id], { prepare: true });
  return source;
};
