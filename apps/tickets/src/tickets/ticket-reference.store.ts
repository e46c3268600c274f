import type { Sql } from '@parley/persistence';

/** A ticket, and the contact that can write in its conversation at the moment. */
export interface TicketReferenceRow {
  id: string;
  openTo: string | null;
}

const FIND = `SELECT id, CASE WHEN NOT hidden AND NOT conversation_closed AND duplicate_of_id IS NULL
       THEN session_id END AS "openTo"
  FROM ticket WHERE project_id = $1 AND id = ANY ($2::text[])`;

/** Those of the tickets that are in the project. */
export const findTicketReferences = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<TicketReferenceRow[]> => sql.query<TicketReferenceRow>(FIND, [projectId, ids], { prepare: true });
