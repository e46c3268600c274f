import { signal } from '@preact/signals';
import { idAt, list } from '../core';

/** The row that the keys move: its ticket, and its position while that is not known or gone. */
export const active = signal<{ position: number; id?: string | undefined }>({ position: -1 });

/** Where the active row is; -1 without one. */
export const findActive = (): number => {
  const { position, id } = active.value;
  const at = id === undefined ? -1 : list.value.ids.indexOf(id);
  return at >= 0 ? at : Math.min(position, (list.value.total ?? 0) - 1);
};

/** Makes a row the active one. */
export const setActive = (position: number, id?: string): void => {
  active.value = { position, id };
};

/**
 * Moves the active row. A row that left the list is followed by the one that has its position.
 * @returns The ticket that it shows; undefined at an end, and when a later step overtook this one.
 */
export const stepActive = async (by: number): Promise<string | undefined> => {
  const { total = 0, ids } = list.value;
  if (total === 0) return undefined;
  const { id: before } = active.value;
  const at = findActive();
  const isGone = at < 0 || (before !== undefined && ids[at] !== before);
  const position = Math.max(0, Math.min(total - 1, isGone && by > 0 ? Math.max(at, 0) : at + by));
  const step = { position, id: ids[position] };
  active.value = step;
  const id = await idAt(position);
  if (active.peek() !== step) return undefined;
  active.value = { position, id };
  return id === before ? undefined : id;
};
