import type { ReceivedEmail } from '@parley/inbound-mail';
import type { Sql } from '@parley/persistence';

/** The ticket and message made from a mail. */
export interface InboundEmailRow {
  ticketId: string;
  messageId: string;
}

/** The parts of a mail that identify it. */
export type EmailIdentity = Pick<
  ReceivedEmail,
  'key' | 'formerKey' | 'messageId' | 'from' | 'replyTo' | 'date'
>;

/** A row that only a Message-ID identifies, with what its message says about the mail, unless it was deleted. */
interface FormerRow extends InboundEmailRow {
  email: { from?: { address?: string }; date?: string } | null;
}

const isSameMail = ({ from, replyTo, date }: EmailIdentity, { email }: FormerRow): boolean =>
  email === null ||
  ([from, ...replyTo].some((sender) => sender?.address === email.from?.address) &&
    date?.toISOString() === email.date);

/**
 * The row of a mail that a version before received, which knew no digest of it. Another mail with the same Message-ID differs in its
 * sender or date.
 */
const findFormer = async (
  sql: Sql,
  projectId: string,
  email: EmailIdentity,
): Promise<InboundEmailRow | undefined> => {
  const [row] = await sql.query<FormerRow>(
    `SELECT e.ticket_id AS "ticketId", e.message_id AS "messageId", m.data->'email' AS email
       FROM inbound_email e LEFT JOIN message m ON m.project_id = e.project_id AND m.id = e.message_id
      WHERE e.project_id = $1 AND e.email_id = $2 AND NOT EXISTS (
        SELECT FROM inbound_email d
         WHERE d.project_id = $1 AND d.ticket_id = e.ticket_id AND d.message_id = e.message_id AND d.email_id <> $2)`,
    [projectId, email.formerKey],
    { prepare: true },
  );
  if (!row || (email.messageId !== undefined && !isSameMail(email, row))) return undefined;
  return { ticketId: row.ticketId, messageId: row.messageId };
};

/** The rows made from a mail; undefined when it has not been received. */
export const findReceived = async (
  sql: Sql,
  projectId: string,
  email: EmailIdentity,
): Promise<InboundEmailRow | undefined> => {
  const [row] = await sql.query<InboundEmailRow>(
    `SELECT ticket_id AS "ticketId", message_id AS "messageId" FROM inbound_email
      WHERE project_id = $1 AND email_id = $2`,
    [projectId, email.key],
    { prepare: true },
  );
  return row ?? findFormer(sql, projectId, email);
};

const insertKey = async (
  tx: Sql,
  projectId: string,
  key: string,
  { ticketId, messageId, at }: InboundEmailRow & { at: Date },
): Promise<boolean> => {
  const rows = await tx.query(
    `INSERT INTO inbound_email (project_id, email_id, ticket_id, message_id, created_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (project_id, email_id) DO NOTHING RETURNING email_id`,
    [projectId, key, ticketId, messageId, at],
    { prepare: true },
  );
  return rows.length > 0;
};

/**
 * Records the rows made from a mail; false when another process has received it before. Its Message-ID has a row of its own, which
 * mails refer to: the first mail with it keeps it.
 */
export const insertReceived = async (
  tx: Sql,
  projectId: string,
  email: EmailIdentity,
  made: InboundEmailRow & { at: Date },
): Promise<boolean> => {
  if (email.messageId !== undefined && !(await insertKey(tx, projectId, email.messageId, made)))
    if (await findFormer(tx, projectId, email)) return false;
  return insertKey(tx, projectId, email.key, made);
};

/**
 * Tickets that Message-IDs belong to, in the order of the ids, each once: the root of a ticket's thread, our mails, and
 * mails that were received.
 */
export const ticketsOfMails = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const rows = await sql.query<{ ticketId: string }>(
    `WITH named AS (SELECT * FROM unnest($2::text[]) WITH ORDINALITY AS n (email_id, position)),
     found AS (
       SELECT n.position, t.id AS ticket_id FROM named n
         JOIN ticket t ON t.project_id = $1 AND t.id = substring(n.email_id FROM '^ticket\\.([0-9a-f]{24})@')
       UNION ALL
       SELECT n.position, m.ticket_id FROM named n
         JOIN message m ON m.project_id = $1 AND m.email_id = n.email_id
       UNION ALL
       SELECT n.position, e.ticket_id FROM named n
         JOIN inbound_email e ON e.project_id = $1 AND e.email_id = n.email_id)
     SELECT ticket_id AS "ticketId" FROM found GROUP BY ticket_id ORDER BY min(position)`,
    [projectId, ids],
    { prepare: true },
  );
  return rows.map(({ ticketId }) => ticketId);
};

/** The tickets with these ids, in whatever project. */
export const findMailTokens = (
  sql: Sql,
  ids: readonly string[],
): Promise<{ projectId: string; organisationId: string; id: string; mailToken: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : sql.query(
        // Tickets are found by project and id; projects are few beside them.
        `SELECT t.* FROM (SELECT DISTINCT project_id FROM ticket_count) p
           CROSS JOIN LATERAL (SELECT t.project_id AS "projectId", t.organisation_id AS "organisationId", t.id, t.mail_token AS "mailToken" FROM ticket t
                                WHERE t.project_id = p.project_id AND t.id = ANY($1) OFFSET 0) t`,
        [ids],
        { prepare: true },
      );
