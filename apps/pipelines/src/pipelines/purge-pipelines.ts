import { defineJob, type Doer } from '@parley/jobs';
import { runTransaction } from '@parley/persistence';
import type { Deps } from '../deps';
import { deleteEntries } from '../entries';
import { forgetUnused, lockRecords } from '../records';
import { lockAllLanes } from '../boards';
import { deleteBoardRows, findDeletedBoard, PURGE_DUE, someEntries } from './purge.store';

/** Deletes rows of boards that are gone. */
export const purgeJob = defineJob<object>({ name: 'deleted pipelines', due: PURGE_DUE });

/** Entries that go in one transaction. */
const BATCH = 1_000;

/** Who does it. */
export const createPurger = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Doer<object> => ({
  handle: async () => {
    const board = await findDeletedBoard(db);
    if (!board) return;
    await runTransaction(db, async (tx) => {
      const entries = await someEntries(tx, board, BATCH);
      if (entries.length === 0) {
        await lockAllLanes(tx, board);
        await deleteBoardRows(tx, board);
        return;
      }
      const records = entries.map(({ recordId }) => recordId);
      await lockRecords(tx, board, records);
      await deleteEntries(
        tx,
        board.projectId,
        entries.map(({ id }) => id),
      );
      await forgetUnused(tx, board, records);
    });
    return { goOnAt: clock() };
  },
});
