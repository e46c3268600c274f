import type { Doer, Outcome } from '@parley/jobs';
import { takeTurns } from '@parley/persistence';
import { isBeingBuilt } from '../progress';
import type { Deps } from '../deps';
import { makeTurnKey } from '../turn';
import { takeStale } from './stale-ticket.store';
import { getStories } from './story.store';
import { tellTickets } from './tell-tickets';

const BATCH = 200;
/** Milliseconds until it is looked again whether a build has ended. */
const PAUSE_MS = 2_500;

/** Who does it, some tickets at a time; while all of the project is built it waits. */
export const createRetelling = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Doer<object> => ({
  handle: (_payload, { projectId }) =>
    db.transaction(async (tx): Promise<Outcome> => {
      await takeTurns(tx, [makeTurnKey(projectId)]);
      if (await isBeingBuilt(tx, projectId)) return { goOnAt: new Date(clock().getTime() + PAUSE_MS) };
      const ids = await takeStale(tx, projectId, BATCH);
      const known = await getStories(tx, projectId, ids);
      await tellTickets(tx, projectId, new Map(ids.map((id) => [id, known.get(id)])), clock());
      return ids.length < BATCH ? undefined : { goOnAt: clock() };
    }),
});
