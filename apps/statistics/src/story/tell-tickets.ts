import type { Sql } from '@parley/persistence';
import { isBeingBuilt, hasAllFacts } from '../progress';
import { factsOfTickets, replaceFacts, queueRetelling } from '../facts';
import { readOpenTime } from '../hours';
import { markStale } from './stale-ticket.store';
import type { StoredStory } from './stored-story';
import { tellStories } from './tell-stories';
import { keepTicketTraits } from './trait.store';

/**
 * Computes the facts of tickets again and writes the differences, in the transaction that locks their histories. A ticket without a
 * history has none. During a build of the whole project this waits for its end; before the first build there are no facts.
 */
export const tellTickets = async (
  tx: Sql,
  projectId: string,
  stories: ReadonlyMap<string, StoredStory | undefined>,
  now: Date,
): Promise<void> => {
  const ids = [...stories.keys()];
  if (ids.length === 0) return;
  if (await isBeingBuilt(tx, projectId)) {
    await markStale(tx, projectId, ids);
    return queueRetelling(tx, projectId, now);
  }
  if (!(await hasAllFacts(tx, projectId))) return;
  const [before, openTime] = [await factsOfTickets(tx, projectId, ids), await readOpenTime(tx, projectId)];
  const traits = await keepTicketTraits(tx, projectId, stories);
  await replaceFacts(tx, projectId, before, await tellStories(stories, traits, openTime));
};
