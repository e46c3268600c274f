import { type FieldProblem, invalid, notFound } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import type {
  MovePipelineEntryRequest,
  MovePipelineEntryResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { CallContext, Partially } from '@parley/rpc';
import { type Board, openLane } from '../boards';
import type { Deps } from '../deps';
import { choosePlace, type Target } from './choose-place';
import type { EntryRow, Ranked } from './entry';
import { isChange, moved, unchanged } from './entry.changes';
import { presentEntry } from './entry.present';
import { findEntry, lockEntryToMove } from './entry.store';
import { lockLane } from './lane.store';
import { requireEntry } from './require-entry';
import { saveEntries } from './save-entries';

const readTarget = ({ lexorank, before, after }: MovePipelineEntryRequest): Target => {
  const target = { lexorank, before, after };
  const given = Object.entries(target).filter(([, value]) => value !== undefined);
  if (given.length > 1)
    throw invalid(
      given.map(([field]) => ({ field, message: 'send only one of lexorank, before and after' })),
    );
  return target;
};

/** An entry and its new lane, both locked; undefined when the entry moved elsewhere in between. */
const lockBoth = async (
  tx: Sql,
  board: Board,
  known: EntryRow,
  laneId: string | undefined,
): Promise<{ entry: EntryRow; laneId: string; last: Ranked | undefined } | undefined> => {
  const wanted =
    laneId === undefined || laneId === known.laneId ? undefined : await lockLane(tx, board, laneId);
  // A lane that accepts nothing, or that was removed in between, is ignored.
  const target = wanted && !wanted.archived && laneId !== undefined ? laneId : known.laneId;
  if (target === known.laneId) await lockLane(tx, board, target);
  const locked = await lockEntryToMove(tx, board, known.id, target);
  if (!locked) throw notFound('pipeline_entry');
  return target === known.laneId && locked.entry.laneId !== target
    ? undefined
    : { ...locked, laneId: target };
};

/** Moves an entry. An unknown or archived lane is ignored. What changes nothing writes nothing. */
export const moveEntry = async (
  deps: Deps,
  request: MovePipelineEntryRequest,
  context: CallContext,
): Promise<Partially<MovePipelineEntryResponse>> => {
  const { entry: known, board } = await requireEntry(deps, request.entryId, context);
  const target = readTarget(request);
  const wanted = request.laneId !== undefined && openLane(board, request.laneId) ? request.laneId : undefined;
  const attempt = (from: EntryRow): Promise<EntryRow | undefined> =>
    runTransaction(deps.db, async (tx) => {
      const locked = await lockBoth(tx, board, from, wanted);
      if (!locked) return undefined;
      const { entry, laneId, last } = locked;
      const problems: FieldProblem[] = [];
      const lane = { board, laneId, except: entry.id, last };
      const place = await choosePlace(tx, entry, lane, target, problems);
      if (problems.length > 0) throw invalid(problems);
      const stays = place.laneId === entry.laneId && place.rank === entry.rank;
      const change = stays ? unchanged(entry) : moved(entry, place, deps.clock());
      if (isChange(change, entry)) await saveEntries(tx, board, [change], context);
      return change.after;
    });
  let from = known;
  for (;;) {
    const after = await attempt(from);
    if (after) {
      deps.events.wake();
      return { entry: presentEntry(board, after) };
    }
    // It changed its lane between the look and the lock: look again.
    const now = await findEntry(deps.db, known.projectId, known.id);
    if (!now) throw notFound('pipeline_entry');
    from = now;
  }
};
