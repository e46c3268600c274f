import { presenceSubject, type PresenceMessage } from '@parley/realtime';
import type { Deps } from '../deps';
import { send, type Subscription, encodeFrame } from '../connections';
import { type MemberInfo, renew, type Room } from './members';
import { findMembers, type MemberRow } from './presence.store';

/** Milliseconds that changes are gathered. */
export const GATHER_MS = 50;

/** Most channels of one question. */
const MAX_CHANNELS = 500;

/** Presence channels of the connections of this process, with the members that were last sent. */
export interface Rooms {
  /** Adds a connection to its channel. */
  enter(listener: Subscription): Room;
  /** Removes a connection; a channel without any is no longer followed. */
  leave(listener: Subscription): void;
  /** Reads the members and sends the difference. */
  read(rooms: readonly Room[]): Promise<void>;
  readAll(): Promise<void>;
  /** Sends one new member. */
  greet(room: Room, id: string, info: MemberInfo): void;
}

/** Follows channels: reads their members when it hears that they changed. */
export const createRooms = (
  deps: Pick<Deps, 'db' | 'broadcast' | 'meter'>,
  tellOutage: (error: unknown, about: { channel: string }) => void,
): Rooms => {
  const { db, broadcast } = deps;
  const rooms = new Map<string, Room>();
  let readings = 0;

  const apply = (room: Room, reading: number, rows: readonly MemberRow[]): void => {
    const { added, removed } = renew(room, reading, rows);
    for (const [id, info] of added) greet(deps, room, id, info);
    for (const id of removed)
      tellRoom(deps, room, encodeFrame('pusher_internal:member_removed', { user_id: id }, room.channel));
  };

  const read = async (asked: readonly Room[]): Promise<void> => {
    const reading = (readings += 1);
    const rows = await findMembers(
      db,
      asked.map(({ channel }) => channel),
    );
    const byChannel = new Map<string, MemberRow[]>();
    for (const row of rows) byChannel.set(row.channel, [...(byChannel.get(row.channel) ?? []), row]);
    for (const room of asked) apply(room, reading, byChannel.get(room.channel) ?? []);
  };

  const readSoon = (room: Room): void => {
    if (room.isDue) return;
    room.isDue = true;
    setTimeout(() => {
      room.isDue = false;
      // The next round over all channels tries again.
      if (rooms.get(room.channel) === room)
        read([room]).catch((error: unknown) => tellOutage(error, { channel: room.channel }));
    }, GATHER_MS).unref();
  };

  const hear = (room: Room, message: PresenceMessage): void => {
    if (message.kind === 'changed') return readSoon(room);
    const { event, data, userId, socketId } = message;
    const text = JSON.stringify({ event, channel: room.channel, data, user_id: userId });
    tellRoom(deps, room, text, socketId);
  };

  const open = ({ connection, channel }: Subscription): Room => {
    const known = rooms.get(channel);
    if (known) return known;
    const { id: projectId } = connection.project;
    const room = newRoom(projectId, channel);
    rooms.set(channel, room);
    room.stop = broadcast.subscribe(presenceSubject(projectId, channel), (message) =>
      hear(room, message as PresenceMessage),
    );
    return room;
  };

  return {
    enter: (listener) => {
      const room = open(listener);
      room.listeners.add(listener);
      return room;
    },
    leave: (listener) => {
      const room = rooms.get(listener.channel);
      room?.listeners.delete(listener);
      if (!room || room.listeners.size > 0) return;
      rooms.delete(room.channel);
      room.stop();
    },
    read,
    readAll: async () => {
      const all = [...rooms.values()];
      for (let from = 0; from < all.length; from += MAX_CHANNELS)
        await read(all.slice(from, from + MAX_CHANNELS));
    },
    greet: (room, id, info) => greet(deps, room, id, info),
  };
};

const tellRoom = (deps: Pick<Deps, 'meter'>, room: Room, message: string, except?: string): void => {
  for (const { isLive, connection } of room.listeners)
    if (isLive && connection.id !== except) send(deps, connection, message);
};

const greet = (deps: Pick<Deps, 'meter'>, room: Room, id: string, info: MemberInfo): void => {
  room.members.set(id, info);
  const member = { user_id: id, user_info: info };
  tellRoom(deps, room, encodeFrame('pusher_internal:member_added', member, room.channel));
};

const newRoom = (projectId: string, channel: string): Room => ({
  projectId,
  channel,
  listeners: new Set(),
  members: new Map(),
  reading: 0,
  isDue: false,
  stop: () => undefined,
});
