import { createPauses } from '@parley/timing';

/** Maps a list in stretches of some milliseconds, between which other work of the process gets its turn. */
export const mapInTurns = async <Item, Made>(
  list: Iterable<Item>,
  map: (item: Item) => Made,
  signal?: AbortSignal,
): Promise<Made[]> => {
  const made: Made[] = [];
  const pause = createPauses();
  for (const item of list) {
    await pause();
    signal?.throwIfAborted();
    made.push(map(item));
  }
  return made;
};
