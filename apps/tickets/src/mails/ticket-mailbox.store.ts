import type { Sql } from '@parley/persistence';
import type { MailOwner } from './mailboxes';

/** A ticket's mailbox. */
export interface TicketMailbox extends MailOwner {
  mailboxId: string | null;
}

/** The mailbox of a ticket, with the organisation of its project. */
export const findTicketMailbox = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
): Promise<TicketMailbox | undefined> => {
  const [row] = await sql.query<TicketMailbox>(
    `SELECT project_id AS "projectId", organisation_id AS "organisationId", extra #>> '{mailbox,id}' AS "mailboxId"
       FROM ticket WHERE project_id = $1 AND id = $2`,
    [projectId, ticketId],
    { prepare: true },
  );
  return row;
};
