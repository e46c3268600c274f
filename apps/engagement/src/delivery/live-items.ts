import { createLocalCache } from '@parley/cache';
import { jsonBytes } from '@parley/json';
import type { Sql } from '@parley/persistence';
import type { Item } from '../core';
import { findLiveItems, getLiveVersion } from '../items';

/** Milliseconds that a version is cached: well below the 2 s in which a change must take effect. */
const BELIEF_MS = 1_000;
/** Projects with a cached version, and most states of their items. */
const MAX_PROJECTS = 10_000;
/** Bytes of all items that are kept, as JSON; in memory they take two to three times as much. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Milliseconds after which unused items are removed from memory. */
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

const countBytes = ({ items }: LiveItems): number =>
  items.reduce((bytes, item) => bytes + jsonBytes(item), 0);

/** Caches live items in this process, and reads them again only when a cheap version check shows a change. */
export const createLiveItems = (sql: Sql, { maxBytes = MAX_BYTES } = {}): LiveItemsReader => {
  const versions = createLocalCache<number>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  const kept = createLocalCache<LiveItems>({
    max: MAX_PROJECTS,
    ttlMs: KEEP_MS,
    size: { max: maxBytes, of: countBytes },
  });
  // The key includes the version: concurrent callers with an older and a newer version do not replace each other's items.
  const read = (db: Sql, projectId: string, version: number): Promise<LiveItems> =>
    kept.getOrLoad(`${projectId} ${version}`, async () => ({
      version,
      items: version === 0 ? [] : await findLiveItems(db, projectId),
    }));
  return {
    of: async (projectId) => {
      const version = await versions.getOrLoad(projectId, () => getLiveVersion(sql, projectId));
      return read(sql, projectId, version);
    },
    fresh: async (db, projectId) => read(db, projectId, await getLiveVersion(db, projectId)),
  };
};
