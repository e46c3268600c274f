import { compilePage, compileSort, type SortFields } from '@parley/persistence';
import type {
  ListEntryHistoryRequest,
  ListEntryHistoryResponse,
  PipelineHistoryEntry,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { BoardDeps } from '../boards';
import { findHistory, type HistoryRow } from './history.store';
import { requireEntry } from './require-entry';

const LIMITS = { default: 100, max: 1_000 };

/** The order by time is the order in which changes were written. */
const sortable: SortFields = { id: 'h.seq', at: 'h.seq', createdAt: 'h.seq', field: 'h.field' };

const present = (
  { at, actor, field, from, to }: HistoryRow,
  names: ReadonlyMap<string, string>,
): PipelineHistoryEntry => ({
  at: at.toISOString(),
  actor: { id: actor.id, name: names.get(actor.id ?? '') ?? actor.name ?? actor.email, type: actor.type },
  field,
  from: from ?? undefined,
  to: to ?? undefined,
});

/** The changes of an entry, oldest first unless asked for the other order. */
export const listHistory = async (
  deps: BoardDeps,
  { entryId, skip, limit, sort }: ListEntryHistoryRequest,
  context: CallContext,
): Promise<Partially<ListEntryHistoryResponse>> => {
  const { entry } = await requireEntry(deps, entryId, context);
  const page = compilePage({ skip, limit }, LIMITS);
  const rows = await findHistory(deps.db, entry.projectId, entryId, {
    ...page,
    orderBy: compileSort(sort, sortable, 'createdAt'),
  });
  const people = rows.flatMap(({ actor }) => (actor.type === 'user' && actor.id ? [actor.id] : []));
  const names = await deps.workspace.names(entry.projectId, [...new Set(people)], context);
  return { entries: rows.map((row) => present(row, names)) };
};
