import { defineJob, type Doer } from '@parley/jobs';
import { takeTurns } from '@parley/persistence';
import { isBeingBuilt } from '../progress';
import type { Deps } from '../deps';
import { keepTraits } from '../story';
import { makeTurnKey } from '../turn';
import { findTraits, findUnmarked, setTraits } from './trait-marks.store';

/** Tickets of a round. */
const TICKETS = 200;
/** Adds dimensions of their tickets to facts. A project that is built as a whole does not need this. */
export const traitJob = defineJob<object>({ name: 'facts to give traits', every: 300_000 });

/** Who does it, some tickets at a time. */
export const createTraitMarker = (deps: Pick<Deps, 'db' | 'clock'>): Doer<object> => ({
  handle: async () => ((await markFacts(deps)) ? { goOnAt: deps.clock() } : undefined),
});

/** Answers whether more may wait. */
const markFacts = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const waiting = await findUnmarked(tx, TICKETS);
    const projectId = waiting[0]?.projectId;
    if (projectId === undefined) return false;
    await takeTurns(tx, [makeTurnKey(projectId)]);
    if (await isBeingBuilt(tx, projectId)) return false;
    const ids = waiting.filter((one) => one.projectId === projectId).map(({ ticketId }) => ticketId);
    await setTraits(
      tx,
      projectId,
      ids,
      await keepTraits(tx, projectId, await findTraits(tx, projectId, ids)),
    );
    return true;
  });
