import { eventRow, type NewEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Board } from '../boards';
import type { EntryRow } from './entry';
import type { EntryChange } from './entry.changes';
import { entryEvents } from './entry.events';
import { historyActor, type HistoryChange } from './history';
import { insertEntryRows, updateEntryRows } from './save-entries.store';

const toRow = (entry: EntryRow): Record<string, unknown> => ({
  project_id: entry.projectId,
  id: entry.id,
  pipeline_id: entry.pipelineId,
  record_type: entry.recordType,
  record_id: entry.recordId,
  lane_id: entry.laneId,
  rank: entry.rank,
  lane_entered_at: entry.laneEnteredAt,
  field_values: entry.fieldValues,
  due_date: entry.dueDate,
  created_by: entry.createdBy,
  created_at: entry.createdAt,
  updated_at: entry.updatedAt,
});

interface Kept {
  entry: EntryRow;
  history: readonly HistoryChange[];
}

const toHistory = (kept: readonly Kept[], { scope }: CallContext): unknown[] => {
  const actor = historyActor(scope.actor);
  return kept.flatMap(({ entry, history }) =>
    history.map(({ field, valueFieldId, from, to }) => ({
      project_id: entry.projectId,
      entry_id: entry.id,
      at: entry.updatedAt,
      actor,
      field,
      value_field_id: valueFieldId,
      from_value: from,
      to_value: to,
    })),
  );
};

/** Events as one JSON text; their payloads and headers are JSON already and go in as they are. */
const eventsJson = (events: readonly NewEvent[]): string => {
  const objects = events.map((event) => {
    const [id, subject, projectId, aggregateId, payload, headers] = eventRow(event);
    const names = JSON.stringify({ id, subject, project_id: projectId, aggregate_id: aggregateId });
    return `${names.slice(0, -1)},"payload":${payload},"headers":${headers}}`;
  });
  return `[${objects.join(',')}]`;
};

/** Stores changes of entries that are locked, with their history and their events: one statement. */
export const saveEntries = async (
  tx: Sql,
  board: Board,
  changes: readonly EntryChange[],
  context: CallContext,
): Promise<void> => {
  if (changes.length === 0) return;
  const events = entryEvents(board, context);
  const kept = changes.map(({ after, history }) => ({ entry: after, history }));
  await updateEntryRows(tx, {
    entries: JSON.stringify(changes.map(({ after }) => toRow(after))),
    history: JSON.stringify(toHistory(kept, context)),
    events: eventsJson(changes.flatMap((change) => events.changed(change))),
  });
};

/** New entries of a board, and their author. */
export interface NewEntries {
  board: Board;
  entries: readonly EntryRow[];
  context: CallContext;
}

/** Stores new entries, with the beginning of their history and their events: one statement. */
export const insertEntries = async (tx: Sql, added: readonly NewEntries[]): Promise<void> => {
  const all = added.flatMap(({ entries }) => entries);
  if (all.length === 0) return;
  const history = added.flatMap(({ entries, context }) => {
    const kept = entries.map((entry) => ({ entry, history: [{ field: 'laneId', to: entry.laneId }] }));
    return toHistory(kept, context);
  });
  const events = added.flatMap(({ board, entries, context }) =>
    entries.map(entryEvents(board, context).added),
  );
  await insertEntryRows(tx, {
    entries: JSON.stringify(all.map(toRow)),
    history: JSON.stringify(history),
    events: eventsJson(events),
  });
};
