import type { FieldRow } from '../boards';
import type { EntryRow, FieldValues, Place } from './entry';
import type { HistoryChange } from './history';
import type { ValuesChange } from './values.input';

/** A change of an entry: its new state, its history, and its events. */
export interface EntryChange {
  after: EntryRow;
  /** Empty for a change without an event: a position within the lane. */
  history: readonly HistoryChange[];
  /** Lane that it came from, when it is another one now. */
  fromLaneId?: string;
  /** Public names of values and due date that changed. */
  changed: readonly string[];
}

/** What nothing has changed of yet. */
export const unchanged = (entry: EntryRow): EntryChange => ({ after: entry, history: [], changed: [] });

/** An entry at another place; the time it came into its lane stays within one. */
export const moved = (entry: EntryRow, { laneId, rank }: Place, at: Date): EntryChange => {
  if (laneId === entry.laneId) return { ...unchanged(entry), after: { ...entry, rank, updatedAt: at } };
  return {
    after: { ...entry, laneId, rank, laneEnteredAt: at, updatedAt: at },
    history: [{ field: 'laneId', from: entry.laneId, to: laneId }],
    fromLaneId: entry.laneId,
    changed: [],
  };
};

/** An entry with other values and, unless it is undefined, another due date. */
export const changedData = (
  entry: EntryRow,
  fields: readonly FieldRow[],
  values: ValuesChange,
  dueDate: Date | null | undefined,
  at: Date,
): EntryChange => {
  const history: HistoryChange[] = [];
  const next: Record<string, FieldValues[string]> = { ...entry.fieldValues };
  for (const { id, fieldId } of fields) {
    const to = values.get(id);
    const from = entry.fieldValues[id];
    if (to === undefined || (to ?? undefined) === from) continue;
    if (to === null) delete next[id];
    else next[id] = to;
    history.push({ field: `values.${fieldId}`, valueFieldId: id, from, to: to ?? undefined });
  }
  const isOtherDate = dueDate !== undefined && dueDate?.getTime() !== entry.dueDate?.getTime();
  if (isOtherDate)
    history.push({
      field: 'dueDate',
      from: entry.dueDate?.toISOString(),
      to: dueDate?.toISOString(),
    });
  if (history.length === 0) return unchanged(entry);
  return {
    after: {
      ...entry,
      fieldValues: next,
      dueDate: isOtherDate ? dueDate : entry.dueDate,
      updatedAt: at,
    },
    history,
    changed: history.map(({ field }) => field),
  };
};

/** Whether anything is to be written. */
export const isChange = ({ after }: EntryChange, before: EntryRow): boolean => after !== before;

/** Two successive changes of an entry, as one. */
export const both = (first: EntryChange, second: EntryChange): EntryChange => ({
  after: second.after,
  history: [...first.history, ...second.history],
  changed: [...first.changed, ...second.changed],
  ...((first.fromLaneId ?? second.fromLaneId) !== undefined && {
    fromLaneId: first.fromLaneId ?? (second.fromLaneId as string),
  }),
});
