import type { Sql } from '@parley/persistence';
import { takeoverSubject } from '@parley/realtime';
import { createWorker, type Worker } from '@parley/runtime';
import { createOutageLog } from '@parley/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps';
import { reasons, type Connection, end, type SignedIn } from '../connections';
import type { Feeds } from '../streams';
import { forgetSignIns, newerSignIns, numberSignIn, type SignInRow } from './device.store';

/** Milliseconds between two checks for newer sign-ins: a broadcast may have been lost. */
const LOOK_MS = 4_000;

/** Milliseconds until what could not be written is tried again. */
const RETRY_MS = 1_000;

/** Milliseconds that ends are gathered. */
const GATHER_MS = 200;

/** Milliseconds between two rounds without a wake-up. */
const REST_MS = 60_000;

/** Most sign-ins of one question. */
const MAX_ASKED = 1_000;

/** The broadcast when a device signs in. */
interface Takeover {
  contactId: string;
  deviceId: string;
  number: number;
}

/** Devices of contacts: the newest connection of each stays. */
export interface Devices {
  /** A connection is signed in; older ones of its device end, wherever they are. */
  signedIn(connection: Connection, user: SignedIn): Promise<void>;
  /** A connection is closed. */
  gone(connection: Connection, user: SignedIn): void;
  start(): void;
  stop(): Promise<void>;
}

type DeviceDeps = Pick<Deps, 'broadcast' | 'meter' | 'log' | 'nodeId'> & { db: Sql; feeds: Feeds };

/** Numbers sign-ins in the database, so that all processes agree which one is newest. */
export const createDevices = (deps: DeviceDeps): Devices => {
  const { db, broadcast, feeds, log, nodeId } = deps;
  const tellOutage = createOutageLog(log, { what: 'Sign-ins of devices' });
  const held = new Map<Connection, SignInRow>();
  let ended: SignInRow[] = [];

  const number = async (connection: Connection, row: Omit<SignInRow, 'number'>): Promise<number> => {
    for (;;) {
      try {
        return await numberSignIn(db, nodeId, row);
      } catch (error) {
        tellOutage(error, { projectId: row.projectId });
        await sleep(RETRY_MS);
        if (connection.isEnding) return 0;
      }
    }
  };

  const hear = (projectId: string, { contactId, deviceId, number: newest }: Takeover): void => {
    for (const connection of feeds.find(projectId, contactId)?.signedIn ?? []) {
      const { user } = connection;
      if (user?.deviceId === deviceId && user.number !== undefined && user.number < newest)
        end(deps, connection, reasons.takenOver);
    }
  };

  const look = createLook(deps, held);
  const forget = createWorker({
    name: 'ended sign-ins of devices',
    interval: REST_MS,
    rest: GATHER_MS,
    log,
    round: async () => {
      const rows = ended;
      ended = [];
      // One that stays by a failure is removed with the process, or replaced by the next.
      if (rows.length > 0) await forgetSignIns(db, rows);
      return false;
    },
  });

  let stopHearing = (): void => undefined;

  return {
    signedIn: async (connection, user) => {
      const { deviceId, feed } = user;
      if (deviceId === undefined || !feed) return;
      const { projectId, contactId } = feed;
      const row = { projectId, contactId, deviceId };
      user.number = await number(connection, row);
      if (connection.isEnding || connection.user !== user) return;
      held.set(connection, { ...row, number: user.number });
      const message: Takeover = { contactId, deviceId, number: user.number };
      broadcast.publish(takeoverSubject(projectId), message);
    },
    gone: (connection) => {
      const row = held.get(connection);
      if (!row) return;
      held.delete(connection);
      ended.push(row);
      forget.wake();
    },
    start: () => {
      stopHearing = broadcast.subscribe(takeoverSubject('*'), (message, subject) =>
        hear(subject.split('.')[1] ?? '', message as Takeover),
      );
      look.start();
      forget.start();
    },
    stop: async () => {
      stopHearing();
      await Promise.all([look.stop(), forget.stop()]);
    },
  };
};

/** Ends connections of devices that signed in again elsewhere. */
const createLook = (deps: DeviceDeps, held: ReadonlyMap<Connection, SignInRow>): Worker =>
  createWorker({
    name: 'newer sign-ins of devices',
    interval: LOOK_MS,
    isAligned: true,
    log: deps.log,
    round: async () => {
      const all = [...held];
      for (let from = 0; from < all.length; from += MAX_ASKED) {
        const batch = all.slice(from, from + MAX_ASKED);
        const newer = await newerSignIns(
          deps.db,
          batch.map(([, row]) => row),
        );
        batch.forEach(([connection], at) => {
          if (newer.has(at)) end(deps, connection, reasons.takenOver);
        });
      }
      return false;
    },
  });
