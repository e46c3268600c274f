import type { Sql } from '@parley/persistence';
import type { RichText } from '@parley/rich-text';

/** A public message that stands below a later one. */
export interface QuotedMessage {
  content: RichText;
  at: Date;
  /** Who wrote it, as contacts see them; null for a person without a name. */
  author: string | null;
}

/** Most messages below a reply. */
const MOST = 3;

/** The public messages before that of a mail, the newest first. */
export const findQuoted = (
  sql: Sql,
  { projectId, ticketId, emailId }: { projectId: string; ticketId: string; emailId: string },
): Promise<QuotedMessage[]> =>
  sql.query<QuotedMessage>(
    `SELECT m.content, m.created_at AS at,
            nullif(btrim(coalesce(c.name, c.email, concat_ws(' ', u.first_name, u.last_name), '')), '') AS author
       FROM message told
       JOIN conversation_message here
         ON here.project_id = told.project_id AND here.conversation_id = told.ticket_id AND here.message_id = told.id
      CROSS JOIN LATERAL (SELECT p.message_id, p.position FROM conversation_message p
                           WHERE p.project_id = here.project_id AND p.conversation_id = here.conversation_id
                             AND p.position < here.position AND NOT p.deleted
                           ORDER BY p.position DESC LIMIT ${MOST}) p
       JOIN message m ON m.project_id = told.project_id AND m.id = p.message_id
       LEFT JOIN user_reference u ON u.project_id = m.project_id AND u.id = m.user_id
       LEFT JOIN contact_reference c ON c.project_id = m.project_id AND c.id = m.session_id
      WHERE told.project_id = $1 AND told.ticket_id = $2 AND told.email_id = $3 AND m.content IS NOT NULL
      ORDER BY p.position DESC`,
    [projectId, ticketId, emailId],
    { prepare: true },
  );
