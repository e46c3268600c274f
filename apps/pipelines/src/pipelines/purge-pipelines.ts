import { runTransaction } from '@parley/persistence';
import { type Deps } from '../deps';
import { deleteEntries } from '../entries/entry.store';
import { forgetUnused, lockRecords } from '../records/record.store';
import { lockAllLanes } from '../boards/board.store';
import { deleteBoardRows, findDeletedBoard, someEntries } from './purge.store';

/** Whether there is something to do. */
export { PURGE_DUE } from './purge.store';

/** Entries that go in one transaction. */
const BATCH = 1_000;

/** Deletes rows of boards that are gone. Answers whether there may be more. */
export const purgePipelines = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => {
  const board = await findDeletedBoard(db);
  if (!board) return false;
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
  return true;
};
