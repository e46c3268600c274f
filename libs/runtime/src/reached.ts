import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One empty file per engine and place, so that processes that start at once do not write over each other. */
const toPath = (home: string, variable: string, place: string): string =>
  join(home, 'reached', `${variable}-${encodeURIComponent(place)}`);

/** Whether a process of the installation in this home once started with an engine at this place. */
export const hasReached = (home: string, variable: string, place: string): boolean =>
  existsSync(toPath(home, variable, place));

/** Notes that it did. Does nothing where the home cannot be written: then every start is a first one. */
export const markReached = (home: string, variable: string, place: string): void => {
  const file = toPath(home, variable, place);
  if (existsSync(file)) return;
  try {
    mkdirSync(join(home, 'reached'), { recursive: true });
    writeFileSync(file, '');
  } catch {
    return;
  }
};
