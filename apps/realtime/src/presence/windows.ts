import { createWorker } from '@parley/runtime';
import type { Deps } from '../deps';
import type { Subscription } from '../connections';
import { GATHER_MS } from './rooms';
import {
  addWindows,
  beat,
  type ChannelRow,
  forgetDead,
  forgetNode,
  removeWindows,
  type Window,
} from './presence.store';

/** Milliseconds between two heartbeats. */
const BEAT_MS = 10_000;

/** Milliseconds after which windows that could not be removed are tried again. */
const FLUSH_MS = 5_000;

/** Windows of members that are connected to this process, as the database has them. */
export interface Windows {
  /** Keeps the window of a connection; it is written by `write`. */
  open(listener: Subscription, window: Window): void;
  write(window: Window): Promise<void>;
  /** Removes the window of a connection soon. */
  close(listener: Subscription): void;
  /** Removes a window that was written after it was closed. */
  remove(window: Window): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Writes windows, and keeps them alive by heartbeats. Those of a process without any are removed by the others. */
export const createWindows = (
  { db, log, nodeId }: Pick<Deps, 'db' | 'log' | 'nodeId'>,
  announce: (channels: readonly ChannelRow[]) => void,
): Windows => {
  const windows = new Map<Subscription, Window>();
  const leaving: Window[] = [];
  let isStarted = false;

  /** Removes windows of members who left; after a failure in the next round. */
  const flush = createWorker({
    name: 'presence that ends',
    interval: FLUSH_MS,
    rest: GATHER_MS,
    isAligned: true,
    log,
    round: async () => {
      const gone = leaving.splice(0);
      if (gone.length === 0) return false;
      try {
        await removeWindows(db, gone);
      } catch (error) {
        leaving.push(...gone);
        throw error;
      }
      announce(gone);
      return false;
    },
  });

  const upkeep = createWorker({
    name: 'presence upkeep',
    interval: BEAT_MS,
    isAligned: true,
    log,
    round: async () => {
      // Our heartbeat row is missing: it expired, or an unlogged table was reset. Register again.
      if (await beat(db, nodeId)) await addWindows(db, nodeId, [...windows.values()]);
      announce(await forgetDead(db));
      return false;
    },
  });

  const remove = (window: Window): void => {
    leaving.push(window);
    flush.wake();
  };

  return {
    open: (listener, window) => void windows.set(listener, window),
    write: async (window) => {
      await addWindows(db, nodeId, [window]);
      announce([window]);
    },
    close: (listener) => {
      const window = windows.get(listener);
      windows.delete(listener);
      if (window) remove(window);
    },
    remove,
    start: async () => {
      await beat(db, nodeId);
      isStarted = true;
      for (const worker of [flush, upkeep]) worker.start();
    },
    stop: async () => {
      await Promise.all([flush, upkeep].map((worker) => worker.stop()));
      if (!isStarted) return;
      // When the database is away, other processes remove the rest.
      const left = await forgetNode(db, nodeId).catch((error: unknown) => {
        log.warn({ err: error }, 'This process could not be taken out of the presence channels');
        return [];
      });
      announce(left);
    },
  };
};
