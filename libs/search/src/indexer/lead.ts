import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '@parley/errors';
import type { InHand, Sql } from '@parley/persistence';
import { applyMarks } from './apply-marks';
import type { IndexerOptions } from './indexer';
import {
  endMarks,
  isRebuildPending,
  isRebuildRequest,
  lastMark,
  postponeMark,
  type QueueRow,
  renewApplied,
  requestRebuild,
  setMarkAside,
  takeMarks,
} from './queue';
import { endRebuild, makeKey, type Rebuild, startRebuild } from './rebuild';
import type { Rest } from './rest';

const longestPause = 30_000;

/** The work of the leading process on an index, until it loses that role. */
export const createLead = (
  options: IndexerOptions,
  { hands, rest, report }: { hands: InHand; rest: Rest; report: (error: unknown) => void },
): ((sql: Sql, lost: AbortSignal) => Promise<void>) => {
  const { indexName, batchSize = 500, interval = 250 } = options;

  /** Applies marks; those of a document that cannot be indexed are put off without holding up the others. */
  const work = async (sql: Sql, marks: readonly QueueRow[], keep: boolean): Promise<void> => {
    try {
      await applyMarks(options, marks);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const [first] = marks;
      if (marks.length === 1 && first) {
        report(error);
        return postponeMark(sql, indexName, first);
      }
      const middle = Math.ceil(marks.length / 2);
      await work(sql, marks.slice(0, middle), keep);
      return work(sql, marks.slice(middle), keep);
    }
    await endMarks(sql, indexName, marks, keep);
  };

  return async (sql, lost) => {
    const isLost = (): boolean => lost.aborted || rest.isStopped();
    let failures = 0;
    let prepared = false;
    let rebuild: Rebuild | undefined;
    // A process that died may have been working on any row queued by then.
    const suspectUpTo = (await hands.begin()) ? await lastMark(sql, indexName) : 0;
    const isSuspect = ({ seq }: QueueRow): boolean => seq <= suspectUpTo;
    await renewApplied(sql, indexName);
    while (!isLost()) {
      try {
        if (!prepared) {
          await prepareIndex(sql, options);
          prepared = true;
        }
        if (rebuild?.outcome) {
          await endRebuild(sql, options, rebuild, report);
          rebuild = undefined;
        }
        rest.listen();
        const taken = await takeMarks(sql, indexName, batchSize);
        const request = taken.find(isRebuildRequest);
        if (request && !rebuild) rebuild = startRebuild(options, hands, request, { isSuspect, isLost });
        const marks = taken.filter((mark) => !isRebuildRequest(mark));
        await hands.work(marks, {
          key: makeKey,
          isSuspect,
          handle: (some) => work(sql, some, rebuild !== undefined),
          setAside: (mark) => setMarkAside(sql, indexName, mark),
        });
        failures = 0;
        if (taken.length > 0) rest.wake();
        if (taken.length < batchSize) await rest.untilWoken(taken.length);
      } catch (error) {
        report(error);
        // The engine may come back without the index or with other settings.
        prepared = false;
        failures += 1;
        await rest.pause(Math.min(interval * 2 ** Math.min(failures, 10), longestPause));
      }
    }
    while (rebuild && !rebuild.outcome) await sleep(interval);
    await hands.end();
  };
};

/** Opens the index; one that is empty is rebuilt. */
const prepareIndex = async (sql: Sql, { index, indexName, source }: IndexerOptions): Promise<void> => {
  const { isEmpty } = await index.prepare();
  if (isEmpty && source && !(await isRebuildPending(sql, indexName))) await requestRebuild(sql, indexName);
};
