import { presenceSubject, type PresenceMessage } from '@parley/realtime';
import { createWorker } from '@parley/runtime';
import { createOutageLog } from '@parley/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Deps } from '../deps';
import { send, type Subscription } from '../connections/connection';
import { frameOf } from '../connections/frames';
import { type MemberInfo, presenceOf, renew, type Room } from './members';
import {
  addWindows,
  beat,
  type ChannelRow,
  forgetDead,
  forgetNode,
  membersOf,
  type MemberRow,
  removeWindows,
  type Window,
} from './presence.store';

/** Milliseconds between two heartbeats. */
const BEAT_MS = 10_000;

/** Milliseconds between two looks at all channels that are followed here: what was broadcast may have been lost. */
const LOOK_MS = 5_000;

/** Milliseconds that changes are gathered. */
const GATHER_MS = 50;

/** Milliseconds until what could not be written is tried again. */
const RETRY_MS = 1_000;

/** Most channels of one question. */
const MAX_CHANNELS = 500;

/** Presence channels: who of the team is there. */
export interface Presence {
  /** Makes a connection a member; what its others see is `info`. */
  join(listener: Subscription, info: unknown): Promise<void>;
  leave(listener: Subscription): void;
  /** Passes what a member says to the others. */
  tell(listener: Subscription, said: { event: string; data: unknown; userId: string }): void;
  /** Says to all processes that the members of channels changed. */
  announce(channels: readonly ChannelRow[]): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type PresenceDeps = Pick<Deps, 'db' | 'broadcast' | 'meter' | 'log' | 'nodeId'>;

/** A window that was or is to be in the database. */
type OpenWindow = Window & { listener: Subscription };

const memberInfo = (info: unknown): MemberInfo => {
  const { name, avatar } = (typeof info === 'object' && info !== null ? info : {}) as Record<string, unknown>;
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof avatar === 'string' && { avatar }),
  };
};

/**
 * Follows presence channels. The database decides who is there: each process reads the members when it hears that they changed,
 * and tells its connections the difference to what it told them before.
 */
export const createPresence = (deps: PresenceDeps): Presence => {
  const { db, broadcast, log, nodeId } = deps;
  const rooms = new Map<string, Room>();
  const windows = new Map<Subscription, OpenWindow>();
  const leaving: OpenWindow[] = [];
  let readings = 0;
  let isStarted = false;
  const tellOutage = createOutageLog(log, { what: 'Presence' });

  const tellRoom = (room: Room, message: string, except?: string): void => {
    for (const { isLive, connection } of room.listeners)
      if (isLive && connection.id !== except) send(deps, connection, message);
  };

  const greet = (room: Room, id: string, info: MemberInfo): void => {
    room.members.set(id, info);
    const member = { user_id: id, user_info: info };
    tellRoom(room, frameOf('pusher_internal:member_added', member, room.channel));
  };

  const apply = (room: Room, reading: number, rows: readonly MemberRow[]): void => {
    const { added, removed } = renew(room, reading, rows);
    for (const [id, info] of added) greet(room, id, info);
    for (const id of removed)
      tellRoom(room, frameOf('pusher_internal:member_removed', { user_id: id }, room.channel));
  };

  const read = async (asked: readonly Room[]): Promise<void> => {
    const reading = (readings += 1);
    const rows = await membersOf(
      db,
      asked.map(({ channel }) => channel),
    );
    const byChannel = new Map<string, MemberRow[]>();
    for (const row of rows) byChannel.set(row.channel, [...(byChannel.get(row.channel) ?? []), row]);
    for (const room of asked) apply(room, reading, byChannel.get(room.channel) ?? []);
  };

  const announce = (channels: readonly ChannelRow[]): void => {
    const subjects = new Set(channels.map(({ projectId, channel }) => presenceSubject(projectId, channel)));
    const message: PresenceMessage = { kind: 'changed' };
    for (const subject of subjects) broadcast.publish(subject, message);
  };

  const readSoon = (room: Room): void => {
    if (room.isDue) return;
    room.isDue = true;
    setTimeout(() => {
      room.isDue = false;
      // The next look at all channels tries again.
      if (rooms.get(room.channel) === room)
        read([room]).catch((error: unknown) => tellOutage(error, { channel: room.channel }));
    }, GATHER_MS).unref();
  };

  const hear = (room: Room, message: PresenceMessage): void => {
    if (message.kind === 'changed') return readSoon(room);
    const { event, data, userId, socketId } = message;
    const text = JSON.stringify({ event, channel: room.channel, data, user_id: userId });
    tellRoom(room, text, socketId);
  };

  const roomOf = ({ connection, channel }: Subscription): Room => {
    const known = rooms.get(channel);
    if (known) return known;
    const { id: projectId } = connection.project;
    const room: Room = {
      projectId,
      channel,
      listeners: new Set(),
      members: new Map(),
      reading: 0,
      isDue: false,
      stop: () => undefined,
    };
    rooms.set(channel, room);
    room.stop = broadcast.subscribe(presenceSubject(projectId, channel), (message) =>
      hear(room, message as PresenceMessage),
    );
    return room;
  };

  /** Writes and reads; tries again while the database is away, and the client is there. */
  const enter = async (room: Room, window: OpenWindow): Promise<void> => {
    while (!window.listener.isGone) {
      try {
        await addWindows(db, nodeId, [window]);
        announce([room]);
        await read([room]);
        return;
      } catch (error) {
        tellOutage(error, { channel: room.channel });
        await sleep(RETRY_MS);
      }
    }
  };

  /** Removes those who left, for whom it is woken; those of a failure the next time. */
  const flush = createWorker({
    name: 'presence that ends',
    interval: LOOK_MS,
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

  const remove = (window: OpenWindow): void => {
    leaving.push(window);
    flush.wake();
  };

  const upkeep = createWorker({
    name: 'presence upkeep',
    interval: BEAT_MS,
    isAligned: true,
    log,
    round: async () => {
      // Others took this process for dead, or the database lost what is not logged.
      if (await beat(db, nodeId)) await addWindows(db, nodeId, [...windows.values()]);
      announce(await forgetDead(db));
      return false;
    },
  });

  const look = createWorker({
    name: 'presence channels',
    interval: LOOK_MS,
    isAligned: true,
    log,
    round: async () => {
      const all = [...rooms.values()];
      for (let from = 0; from < all.length; from += MAX_CHANNELS)
        await read(all.slice(from, from + MAX_CHANNELS));
      return false;
    },
  });

  return {
    join: async (listener, info) => {
      const { connection, channel, userId = '' } = listener;
      const room = roomOf(listener);
      room.listeners.add(listener);
      const { name, avatar } = memberInfo(info);
      const window: OpenWindow = {
        projectId: connection.project.id,
        channel,
        userId,
        window: connection.id,
        name,
        avatar,
        listener,
      };
      windows.set(listener, window);
      await enter(room, window);
      if (listener.isGone) return remove(window);
      // While this process counts as dead its members are in no answer.
      if (!room.members.has(userId)) greet(room, userId, memberInfo(info));
      listener.isLive = true;
      send(deps, connection, frameOf('pusher_internal:subscription_succeeded', presenceOf(room), channel));
    },
    leave: (listener) => {
      const room = rooms.get(listener.channel);
      room?.listeners.delete(listener);
      const window = windows.get(listener);
      windows.delete(listener);
      if (window) remove(window);
      if (!room || room.listeners.size > 0) return;
      rooms.delete(room.channel);
      room.stop();
    },
    tell: ({ connection, channel }, { event, data, userId }) => {
      const message: PresenceMessage = { kind: 'client', event, data, userId, socketId: connection.id };
      broadcast.publish(presenceSubject(connection.project.id, channel), message);
    },
    announce,
    start: async () => {
      await beat(db, nodeId);
      isStarted = true;
      for (const worker of [flush, upkeep, look]) worker.start();
    },
    stop: async () => {
      await Promise.all([flush, upkeep, look].map((worker) => worker.stop()));
      if (!isStarted) return;
      // What is left of it when the database is away is removed by others.
      const left = await forgetNode(db, nodeId).catch((error: unknown) => {
        log.warn({ err: error }, 'This process could not be taken out of the presence channels');
        return [];
      });
      announce(left);
    },
  };
};
