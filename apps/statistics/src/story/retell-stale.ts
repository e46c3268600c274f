import { takeTurns } from '@parley/persistence';
import { type Deps } from '../deps';
import { turnOf } from '../turn';
import { type StoredStory } from './stored-story';
import { tellTickets } from './tell-tickets';

/** Whether the facts of a ticket are to be told anew. */
export const STALE_DUE = 'EXISTS (SELECT FROM stale_ticket)';

const BATCH = 200;

/** A round of telling facts of one project anew that were told too early. Answers whether more may wait. */
export const retellStale = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [first] = await tx.query<{ projectId: string }>(
      'SELECT project_id AS "projectId" FROM stale_ticket ORDER BY project_id LIMIT 1',
    );
    if (!first) return false;
    const { projectId } = first;
    await takeTurns(tx, [turnOf(projectId)]);
    const marks = await tx.query<{ ticketId: string }>(
      `DELETE FROM stale_ticket WHERE project_id = $1 AND ticket_id IN (
         SELECT ticket_id FROM stale_ticket WHERE project_id = $1 ORDER BY ticket_id LIMIT ${BATCH})
       RETURNING ticket_id AS "ticketId"`,
      [projectId],
    );
    const ids = marks.map(({ ticketId }) => ticketId);
    const rows = await tx.query<{ id: string; story: StoredStory }>(
      'SELECT ticket_id AS id, story FROM ticket_story WHERE project_id = $1 AND ticket_id = ANY ($2)',
      [projectId, ids],
    );
    const known = new Map(rows.map(({ id, story }) => [id, story]));
    await tellTickets(tx, projectId, new Map(ids.map((id) => [id, known.get(id)])));
    return true;
  });
