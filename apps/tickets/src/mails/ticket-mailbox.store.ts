import type { Sql } from '@parley/persistence';
import type { FindMailbox, TicketMailbox } from './finish-mail';

/** The mailbox of a ticket, with the organisation of its project. */
export const findTicketMailbox =
  (sql: Sql): FindMailbox =>
  async (projectId, ticketId) => {
    const [row] = await sql.query<TicketMailbox>(
      `SELECT project_id AS "projectId", organisation_id AS "organisationId", extra #>> '{mailbox,id}' AS "mailboxId"
         FROM ticket WHERE project_id = $1 AND id = $2`,
      [projectId, ticketId],
      { prepare: true },
    );
    return row;
  };
