import type { Sql } from '@parley/persistence';
import type { MailOwner } from './mailboxes';

/** A ticket's mailbox, and the language of the contact that gets its mail. */
export interface TicketMailbox extends MailOwner {
  mailboxId: string | null;
  /** Language of the mail's reader; null when it is not known. */
  lang: string | null;
}

/** The mailbox of a ticket, with the organisation of its project and the contact's language. */
export const findTicketMailbox = async (
  sql: Sql,
  projectId: string,
  { ticketId, contactId }: { ticketId: string; contactId: string },
): Promise<TicketMailbox | undefined> => {
  const [row] = await sql.query<TicketMailbox>(
    `SELECT t.project_id AS "projectId", t.organisation_id AS "organisationId", t.extra #>> '{mailbox,id}' AS "mailboxId", c.lang
       FROM ticket t LEFT JOIN contact_reference c ON c.project_id = t.project_id AND c.id = $3
      WHERE t.project_id = $1 AND t.id = $2`,
    [projectId, ticketId, contactId],
    { prepare: true },
  );
  return row;
};
