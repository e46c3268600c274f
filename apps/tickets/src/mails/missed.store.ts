import type { Mail } from '@parley/mail';
import type { Sql } from '@parley/persistence';

/** A mail that waits, and whether its contact has read the message elsewhere. */
export interface WaitingMail {
  id: string;
  mail: Pick<Mail, 'from' | 'text' | 'html'>;
  isRead: boolean;
}

/** Most messages that one mail says; the others follow in the next. */
const MOST = 50;

/** The mail that is due and those of its ticket to the same address that wait behind it, oldest first. */
export const findMissed = (
  sql: Sql,
  { projectId, ticketId, id, to }: { projectId: string; ticketId: string; id: string; to: string },
): Promise<WaitingMail[]> => {
  return sql.query<WaitingMail>(
    `SELECT j.id, j.mail,
            coalesce(p.deleted OR p.position <= t.contact_read_position, false) AS "isRead"
       FROM mail_job j
       LEFT JOIN LATERAL (SELECT m.id FROM message m
                           WHERE m.project_id = j.project_id AND m.email_id = j.id AND m.ticket_id = j.aggregate_id
                           OFFSET 0) m ON true
       LEFT JOIN conversation_message p
         ON p.project_id = j.project_id AND p.conversation_id = j.aggregate_id AND p.message_id = m.id
       LEFT JOIN ticket t ON t.project_id = j.project_id AND t.id = j.aggregate_id
      WHERE j.project_id = $1 AND j.aggregate_id = $2 AND (j.id = $3 OR j.status = 'pending')
        AND j.mail @> '{"isMissed": true}' AND j.mail #>> '{to,address}' = $4
      ORDER BY j.seq LIMIT ${MOST}`,
    [projectId, ticketId, id, to],
    { prepare: true },
  );
};
