import { createLocalCache } from '@parley/cache';
import { type Sql } from '@parley/persistence';
import { type Item } from '../items/item';
import { itemColumns } from '../items/item.store';

/** Milliseconds that items are believed without a look at their version: well below the 2 s in which a change must count. */
const BELIEF_MS = 1_000;
/** Projects whose items are kept. */
const MAX_PROJECTS = 500;
/** Milliseconds after which items that nobody asks for are forgotten. */
const KEEP_MS = 10 * 60_000;

/** The live in-app items of a project, newest first. */
export interface LiveItems {
  version: number;
  items: readonly Item[];
}

/** Reads the live items of projects. */
export interface LiveItemsReader {
  /** Those of at most a second ago. Do not change them. */
  of(projectId: string): Promise<LiveItems>;
  /** Those of now. */
  fresh(sql: Sql, projectId: string): Promise<LiveItems>;
}

const VERSION = 'SELECT version FROM project_items WHERE project_id = $1';
const LIVE = `SELECT ${itemColumns} FROM item
  WHERE project_id = $1 AND status = 'live' AND type <> 'EMAIL' ORDER BY id DESC`;

/** Keeps live items in this process, and reads them anew only when a cheap look tells that they changed. */
export const createLiveItems = (sql: Sql): LiveItemsReader => {
  const kept = createLocalCache<LiveItems>({ max: MAX_PROJECTS, ttlMs: KEEP_MS });
  const believed = createLocalCache<LiveItems>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  const fresh = async (db: Sql, projectId: string): Promise<LiveItems> => {
    const [row] = await db.query<{ version: number }>(VERSION, [projectId], { prepare: true });
    // A project that never had a live item has no version.
    const version = row?.version ?? 0;
    if (version === 0) return { version, items: [] };
    const known = kept.get(projectId);
    if (known?.version === version) return known;
    kept.delete(projectId);
    // Items that are newer than the version are read once more at the next look.
    return kept.getOrLoad(projectId, async () => ({
      version,
      items: await db.query<Item>(LIVE, [projectId], { prepare: true }),
    }));
  };
  return {
    of: (projectId) => believed.getOrLoad(projectId, () => fresh(sql, projectId)),
    fresh,
  };
};
