import type { Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Board } from '../boards';
import type { Deps } from '../deps';
import { forgetUnused, lockRecords } from '../records';
import type { EntryRow } from './entry';
import { entryEvents } from './entry.events';
import { deleteEntries, lockEntries } from './entry.store';
import { isThere } from './lane.store';

/** Removes entries of a board with their history, and copies of records that are on no board then. */
export const removeEntries = async (
  tx: Sql,
  { events }: Pick<Deps, 'events'>,
  board: Board,
  known: readonly Pick<EntryRow, 'id' | 'recordId'>[],
  context: CallContext,
): Promise<EntryRow[]> => {
  const records = known.map(({ recordId }) => recordId);
  // Records before entries: adding and deleting a record lock them in this order too.
  await lockRecords(tx, board, records);
  const entries = await lockEntries(
    tx,
    board,
    known.map(({ id }) => id),
  );
  if (entries.length === 0 || !(await isThere(tx, board))) return [];
  const told = entryEvents(board, context);
  await deleteEntries(
    tx,
    board.projectId,
    entries.map(({ id }) => id),
  );
  await events.append(tx, entries.map(told.removed));
  await forgetUnused(tx, board, records);
  return entries;
};
