import type { Sealer } from '@parley/auth';
import { createLocalCache } from '@parley/cache';
import type { Sql } from '@parley/persistence';
import { createPushKeys, type PushKeys } from '@parley/push';
import { findKey, insertKey, listKeys, replaceKey } from './key.store';

/** The keys of projects. */
export interface PushKeyring {
  /** Made when they are first asked for, and then kept: subscriptions belong to them. */
  of(projectId: string): Promise<PushKeys>;
}

const KEEP_MS = 600_000;
const MAX_PROJECTS = 1_000;

const sealContext = (projectId: string): string => `push key:${projectId}`;

/** Keeps the keys of projects; the private ones are sealed in the database. */
export const createKeyring = (deps: { db: Sql; sealer: Sealer; clock: () => Date }): PushKeyring => {
  const { db, sealer, clock } = deps;
  const kept = createLocalCache<PushKeys>({ max: MAX_PROJECTS, ttlMs: KEEP_MS });
  const find = async (projectId: string): Promise<PushKeys | undefined> => {
    const row = await findKey(db, projectId);
    if (!row) return undefined;
    const privateKey = sealer.open(row.sealedKey, sealContext(projectId));
    return { publicKey: row.publicKey, privateKey };
  };
  const make = async (projectId: string): Promise<PushKeys> => {
    const { publicKey, privateKey } = createPushKeys();
    const sealedKey = sealer.seal(privateKey, sealContext(projectId));
    await insertKey(db, projectId, { publicKey, sealedKey }, clock());
    // Another process may have been first.
    const keys = await find(projectId);
    if (!keys) throw new Error('The keys for push notifications could not be stored');
    return keys;
  };
  return {
    of: (projectId) =>
      kept.getOrLoad(projectId, async () => (await find(projectId)) ?? (await make(projectId))),
  };
};

/** Seals the private keys of all projects with the first secret key. Answers how many it changed; can run at any time. */
export const resealPushKeys = async ({ db, sealer }: { db: Sql; sealer: Sealer }): Promise<number> => {
  const stale = (await listKeys(db)).filter(({ sealedKey }) => sealer.isStale(sealedKey));
  for (const { projectId, sealedKey } of stale) {
    const privateKey = sealer.open(sealedKey, sealContext(projectId));
    await replaceKey(db, projectId, sealer.seal(privateKey, sealContext(projectId)));
  }
  return stale.length;
};
