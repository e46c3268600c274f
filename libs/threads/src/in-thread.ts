import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unwrapResult } from './answer';
import { createThreads } from './threads';
import type { Work } from './work';

/** Characters from which on work is done in a thread: less takes no longer than to hand it over. */
const LONG = 20_000;

/**
 * Does work on a text of so many characters: a long one in a thread, so that other requests are served at the same time.
 *
 * @throws DomainError `tooLarge` when it takes more than 10 seconds or 512 MB; errors of the work.
 */
export const inThread = async <Args extends unknown[], Result>(
  work: Work<Args, Result>,
  characters: number,
  ...args: Args
): Promise<Result> => {
  if (characters < LONG) return work.run(...args);
  threads ??= createThreads({ file: threadFile() });
  return unwrapResult(await threads({ name: work.name, args })) as Result;
};

let threads: ReturnType<typeof createThreads> | undefined;

/** The file that threads run: beside the bundle, or for sources that run without one, where the build puts it. */
const threadFile = (): string => {
  const places = ['./thread.js', '../../../dist/apps/standalone/thread.js'];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined)
    throw new Error(`Threads have no file to run: ${files.join(', ')}. Run the build.`);
  return found;
};
