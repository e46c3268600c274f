import type { Sql } from '@parley/persistence';
import {
  type DeadLetterFilter,
  markReplayed,
  markReplayFailed,
  waitingDeadLetters,
} from './dead-letter.store';
import { type Consumer, handleOnce } from './deliver';
import type { Log } from './event';

/** The result of a replay. `skipped` events wait behind one that failed, or have no handler in this process. */
export interface ReplayResult {
  replayed: number;
  failed: number;
  skipped: number;
}

/**
 * Handles dead letters once more, oldest first. When one fails, the later ones of its aggregate are skipped, because
 * they would overtake it.
 */
export const replayDeadLetters = async (
  deps: { sql: Sql; log: Log; consumers: ReadonlyMap<string, Consumer> },
  filter: DeadLetterFilter = {},
): Promise<ReplayResult> => {
  const { sql, log, consumers } = deps;
  const result: ReplayResult = { replayed: 0, failed: 0, skipped: 0 };
  const blocked = new Set<string>();
  let after = '';
  for (;;) {
    const letters = await waitingDeadLetters(sql, filter, after, 100);
    for (const { id, durable, event } of letters) {
      after = id;
      const consumer = consumers.get(durable);
      const lane = `${durable}/${event.projectId}/${event.aggregateId}`;
      if (!consumer || blocked.has(lane)) {
        result.skipped += 1;
        continue;
      }
      try {
        await handleOnce(consumer, event, (tx) => markReplayed(tx, id));
        result.replayed += 1;
      } catch (error) {
        log.warn(
          { err: error, durable, eventId: event.id, deadLetter: id },
          'replay of a dead letter failed',
        );
        await markReplayFailed(sql, id, error);
        blocked.add(lane);
        result.failed += 1;
      }
    }
    if (letters.length < 100) return result;
  }
};
