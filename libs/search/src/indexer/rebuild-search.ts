import type { Indexer } from './indexer';

/** Lines of progress are at least this many milliseconds apart. */
const SAY_EVERY = 1_000;

/** An index to rebuild: its name, and about how many documents it will have. */
export interface Rebuilt {
  noun: string;
  indexer: Indexer;
  count(): Promise<number>;
}

const shown = (count: number): string => count.toLocaleString('en');

/**
 * Rebuilds a search index from the database while searches continue. A running service does the work when there is one, else this
 * process; concurrent changes are applied afterwards.
 */
export const rebuildSearch = async (
  { noun, indexer, count }: Rebuilt,
  say: (line: string) => void,
): Promise<string> => {
  const [total, start] = [await count(), Date.now()];
  say(`Building the search index of ${shown(total)} ${noun} anew …`);
  let said = start;
  indexer.start();
  try {
    await indexer.rebuild((documents) => {
      if (Date.now() - said < SAY_EVERY) return;
      said = Date.now();
      say(`  ${shown(documents)} of ${shown(total)} ${noun}`);
    });
  } finally {
    await indexer.stop();
  }
  return `The search index of ${shown(total)} ${noun} is new, after ${Math.round((Date.now() - start) / 1_000)} s.`;
};
