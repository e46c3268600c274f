import { signal } from '@preact/signals';
import { list } from '../core';

/** Ids of the rows that are marked, to do something to all of them. */
export const marked = signal<ReadonlySet<string>>(new Set());

/** The view that is marked as a whole, with the tickets that were not read. */
export const markedView = signal<string | undefined>(undefined);

/** The menu of the bar that is open. */
export type BulkMenu = 'assign' | 'snooze' | 'tags' | 'priority';
export const bulkMenu = signal<BulkMenu | undefined>(undefined);

/** Whether any row is marked. */
export const isAnyMarked = (): boolean => markedView.value !== undefined || marked.value.size > 0;

export const isMarked = (id: string): boolean =>
  marked.value.has(id) || (markedView.value !== undefined && markedView.value === list.value.key);

/** Marks a row, or unmarks it. */
export const toggleMark = (id: string): void => {
  // Without one of them it is no whole view: the rows that were read stay marked.
  const isWhole = markedView.value === list.value.key;
  const before = isWhole ? list.value.ids.filter((one) => one !== undefined) : marked.value;
  const next = new Set(before);
  if (!next.delete(id)) next.add(id);
  markedView.value = undefined;
  marked.value = next;
};

/** The tickets of a change: these, or all of a view. */
export interface Marks {
  ids: readonly string[];
  view: string | undefined;
  count: number;
}

/** The marked tickets. */
export const readMarks = (): Marks => {
  const { value: view } = markedView;
  const ids = [...marked.value];
  return { ids, view, count: view === undefined ? ids.length : (list.value.total ?? 0) };
};

/** Marks tickets beside those that are marked. */
export const markAgain = (ids: Iterable<string>): void => {
  if (markedView.value === undefined) marked.value = new Set([...marked.value, ...ids]);
};

/** Marks all tickets of the open view. */
export const markView = (): void => {
  marked.value = new Set();
  markedView.value = list.value.key;
};

/** Marks these tickets alone. */
export const markOnly = (ids: Iterable<string> = []): void => {
  marked.value = new Set(ids);
  markedView.value = undefined;
  bulkMenu.value = undefined;
};
