import { type Deps } from '../deps';
import { type StoredStory } from './stored-story';
import { tellTickets } from './tell-tickets';

/** Whether the facts of a ticket are to be told anew. */
export const STALE_DUE = 'EXISTS (SELECT FROM stale_ticket)';

const BATCH = 200;

/** A round of telling facts anew that were told too early. Answers whether more may wait. */
export const retellStale = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const marks = await tx.query<{ projectId: string; ticketId: string }>(
      `DELETE FROM stale_ticket WHERE (project_id, ticket_id) IN (
         SELECT project_id, ticket_id FROM stale_ticket ORDER BY project_id, ticket_id LIMIT ${BATCH}
            FOR UPDATE SKIP LOCKED)
       RETURNING project_id AS "projectId", ticket_id AS "ticketId"`,
    );
    for (const projectId of [...new Set(marks.map((mark) => mark.projectId))].sort()) {
      const ids = marks.filter((mark) => mark.projectId === projectId).map(({ ticketId }) => ticketId);
      const rows = await tx.query<{ id: string; story: StoredStory }>(
        `SELECT ticket_id AS id, story FROM ticket_story
          WHERE project_id = $1 AND ticket_id = ANY ($2) ORDER BY ticket_id FOR UPDATE`,
        [projectId, ids],
      );
      const known = new Map(rows.map(({ id, story }) => [id, story]));
      await tellTickets(tx, projectId, new Map(ids.map((id) => [id, known.get(id)])));
    }
    return marks.length === BATCH;
  });
