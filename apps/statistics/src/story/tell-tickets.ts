import { type Sql } from '@parley/persistence';
import { isBeingBuilt, isToldOf } from '../progress/build.store';
import { factsOfTickets, replaceFacts } from '../facts/fact.store';
import { readOpenTime } from '../hours/hours.store';
import { queueRetelling } from '../facts/retell-job';
import { markStale } from './stale-ticket.store';
import { type StoredStory } from './stored-story';
import { tellStories } from './tell-stories';
import { keepTraitsOf } from './trait.store';

/**
 * Tells the facts of tickets anew and writes what differs, in the transaction that locks their stories. A ticket without a
 * story has none. While the facts of the whole project are told anew, these wait for the end of that; before they were
 * told for the first time there are none.
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
  if (!(await isToldOf(tx, projectId))) return;
  const [before, openTime] = [await factsOfTickets(tx, projectId, ids), await readOpenTime(tx, projectId)];
  const traits = await keepTraitsOf(tx, projectId, stories);
  await replaceFacts(tx, projectId, before, tellStories(stories, traits, openTime));
};
