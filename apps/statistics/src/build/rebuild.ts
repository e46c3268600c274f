import { setTimeout as sleep } from 'node:timers/promises';
import { type Deps } from '../deps';
import { rebuildAll } from './begin';
import { createBuilder } from './build-round';

const WAITING = 'SELECT count(*) AS waiting FROM build WHERE requested_at IS NOT NULL';
const PAUSE_MS = 500;

/**
 * Has all projects read anew, and waits until that is done. A running platform and this process share the work; figures stay
 * as they are until the new ones of a project take their place.
 */
export const rebuild = async (deps: Deps, say: (line: string) => void): Promise<string> => {
  const count = await rebuildAll(deps);
  say(`statistics: ${count} projects are read anew.`);
  const round = createBuilder(deps);
  const { signal } = new AbortController();
  for (let told = -1; ;) {
    const [row] = await deps.db.query<{ waiting: number }>(WAITING);
    const waiting = row?.waiting ?? 0;
    if (waiting === 0) return `statistics: ${count} projects are built.`;
    if (waiting !== told) say(`statistics: ${waiting} to go.`);
    told = waiting;
    if (!(await round(signal))) await sleep(PAUSE_MS);
  }
};
