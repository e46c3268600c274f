import { type Doer, type Outcome } from '@parley/jobs';
import { takeTurns } from '@parley/persistence';
import { isBeingBuilt } from '../progress/build.store';
import { type Deps } from '../deps';
import { turnOf } from '../turn';
import { type StoredStory } from './stored-story';
import { tellTickets } from './tell-tickets';

const BATCH = 200;
/** Milliseconds until it is looked again whether a build has ended. */
const PAUSE_MS = 2_500;

/** Who does it, some tickets at a time; while all of the project is built it waits. */
export const createRetelling = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Doer<object> => ({
  handle: (_payload, { projectId }) =>
    db.transaction(async (tx): Promise<Outcome> => {
      await takeTurns(tx, [turnOf(projectId)]);
      if (await isBeingBuilt(tx, projectId)) return { goOnAt: new Date(clock().getTime() + PAUSE_MS) };
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
      await tellTickets(tx, projectId, new Map(ids.map((id) => [id, known.get(id)])), clock());
      return ids.length < BATCH ? undefined : { goOnAt: clock() };
    }),
});
