import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of one stretch of work. */
const TURN_MS = 10;

/** Maps a list in stretches of some milliseconds, between which other work of the process gets its turn. */
export const mapInTurns = async <Item, Made>(
  list: Iterable<Item>,
  map: (item: Item) => Made,
  signal?: AbortSignal,
): Promise<Made[]> => {
  const made: Made[] = [];
  let began = performance.now();
  for (const item of list) {
    if (performance.now() - began >= TURN_MS) {
      await nextTurn();
      signal?.throwIfAborted();
      began = performance.now();
    }
    made.push(map(item));
  }
  return made;
};
