import { presenceSubject, type PresenceMessage } from '@parley/realtime';
import { createWorker } from '@parley/runtime';
import { createOutageLog } from '@parley/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps';
import { send, type Subscription, encodeFrame } from '../connections';
import { type MemberInfo, toPresence, type Room } from './members';
import type { ChannelRow, Window } from './presence.store';
import { createRooms } from './rooms';
import { createWindows } from './windows';

/** Milliseconds between two checks of all channels followed here: a broadcast may have been lost. */
const LOOK_MS = 5_000;

/** Milliseconds until what could not be written is tried again. */
const RETRY_MS = 1_000;

/** Presence channels: who of the team is there. */
export interface Presence {
  /** Makes a connection a member; what its others see is `info`. */
  join(listener: Subscription, info: unknown): Promise<void>;
  leave(listener: Subscription): void;
  /** Passes a member's event to the other members. */
  tell(listener: Subscription, said: { event: string; data: unknown; userId: string }): void;
  /** Says to all processes that the members of channels changed. */
  announce(channels: readonly ChannelRow[]): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type PresenceDeps = Pick<Deps, 'db' | 'broadcast' | 'meter' | 'log' | 'nodeId'>;

/**
 * Follows presence channels. The database decides which members are present. Each process reads the members when it hears of a
 * change, and sends its connections the difference from the last list.
 */
export const createPresence = (deps: PresenceDeps): Presence => {
  const { broadcast, log } = deps;
  const tellOutage = createOutageLog(log, { what: 'Presence' });
  const rooms = createRooms(deps, tellOutage);

  const announce = createAnnounce(deps);
  const windows = createWindows(deps, announce);

  /** Writes and reads; tries again while the database is away, and the client is there. */
  const enter = async (room: Room, listener: Subscription, window: Window): Promise<void> => {
    while (!listener.isGone) {
      try {
        await windows.write(window);
        await rooms.read([room]);
        return;
      } catch (error) {
        tellOutage(error, { channel: room.channel });
        await sleep(RETRY_MS);
      }
    }
  };

  const look = createWorker({
    name: 'presence channels',
    interval: LOOK_MS,
    isAligned: true,
    log,
    round: async () => {
      await rooms.readAll();
      return false;
    },
  });

  return {
    join: async (listener, info) => {
      const { connection, channel, userId = '' } = listener;
      const room = rooms.enter(listener);
      const { name, avatar } = memberInfo(info);
      const window: Window = {
        projectId: connection.project.id,
        channel,
        userId,
        window: connection.id,
        name,
        avatar,
      };
      windows.open(listener, window);
      await enter(room, listener, window);
      if (listener.isGone) return windows.remove(window);
      // While this process counts as dead its members are in no answer.
      if (!room.members.has(userId)) rooms.greet(room, userId, memberInfo(info));
      listener.isLive = true;
      send(
        deps,
        connection,
        encodeFrame('pusher_internal:subscription_succeeded', toPresence(room), channel),
      );
    },
    leave: (listener) => {
      rooms.leave(listener);
      windows.close(listener);
    },
    tell: ({ connection, channel }, { event, data, userId }) => {
      const message: PresenceMessage = { kind: 'client', event, data, userId, socketId: connection.id };
      broadcast.publish(presenceSubject(connection.project.id, channel), message);
    },
    announce,
    start: async () => {
      await windows.start();
      look.start();
    },
    stop: async () => {
      await look.stop();
      await windows.stop();
    },
  };
};

const memberInfo = (info: unknown): MemberInfo => {
  const { name, avatar } = (typeof info === 'object' && info !== null ? info : {}) as Record<string, unknown>;
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof avatar === 'string' && { avatar }),
  };
};

/** Says to all replicas that people came or left. */
const createAnnounce =
  ({ broadcast }: Pick<Deps, 'broadcast'>) =>
  (channels: readonly ChannelRow[]): void => {
    const subjects = new Set(channels.map(({ projectId, channel }) => presenceSubject(projectId, channel)));
    const message: PresenceMessage = { kind: 'changed' };
    for (const subject of subjects) broadcast.publish(subject, message);
  };
