import type { Sql } from '@parley/persistence';
import { markDirtySql } from '@parley/search';
import { TICKET_INDEX } from './ticket.search';

const MARK = markDirtySql(
  `SELECT project_id, '${TICKET_INDEX}', id FROM ticket WHERE project_id = $1 AND session_id = $2 ORDER BY id`,
);

/** Marks a contact's tickets as changed for search. */
export const markTicketsOfContact = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  await tx.query(MARK, [projectId, contactId]);
};
