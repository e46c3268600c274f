import { type App, newId, persist } from '../core';
import { elect } from './leader';
import { type Heard, listen, readAnew } from './listen';
import { connectLive, type Where } from './connection';

/** Messages between tabs: an event of a contact, or a question whether a tab leads. */
type Told =
  | { svcId: string; event: string; data?: Heard }
  | { svcId: string; isAsked: true }
  | { svcId: string; isThere: true; after?: number };

const DEVICE = 'device';
const WHERE = 'live';

/**
 * Receives live events of the contact's conversations. One tab of the browser is connected, and passes events to the others. When it
 * is closed, another one continues from the last number. Where the browser has no locks each tab connects by itself.
 */
export const startLive = (app: App): void => {
  const { key, session, storage, ended } = app;
  const handlers = listen(app);
  const channel = new BroadcastChannel(`parley:${key}`);
  let contact: string | undefined;
  let after: number | undefined;
  let hasJoined = false;
  let heardAt = -Infinity;
  let end: (() => void) | undefined;

  const know = async (): Promise<void> => void (contact = (await session.keys()).svcId);
  const tell = (told: object): void => {
    if (contact !== undefined && !ended.aborted) channel.postMessage({ svcId: contact, ...told });
  };
  const ask = (): void => tell({ isAsked: true });
  const read = (): void => void persist(() => readAnew(app)).catch(() => undefined);
  const take = (event: string, data: Heard | undefined): void => {
    if (event === 'resync') {
      after = data?.seq ?? after;
      return read();
    }
    // A leading tab that hung passes its events late. Events without a number of their own carry the latest.
    if (event !== 'typing' && data?.seq !== undefined && data.seq <= (after ?? 0)) return;
    after = data?.seq ?? after;
    if (data) handlers[event]?.(data);
  };
  channel.onmessage = ({ data: told }: MessageEvent<Told>) => {
    if (told.svcId !== contact) return;
    if ('isAsked' in told) {
      if (end) tell({ isThere: true, after });
      return;
    }
    heardAt = performance.now();
    if ('event' in told) return take(told.event, told.data);
    after ??= told.after;
    // What happened before this tab heard the others is read.
    if (!hasJoined) read();
    hasJoined = true;
  };

  const connect = (): (() => void) =>
    signedConnection(app, {
      know,
      place: () => ({ deviceId: device, ...(after !== undefined && { after }) }),
      hear: (event, data) => {
        tell({ event, data });
        take(event, data);
      },
      // Without a number there is nothing to go on from: what happened before is read.
      joined: () => {
        if (after !== undefined) return;
        tell({ event: 'resync' });
        read();
      },
    });
  const lead = (): (() => void) => {
    end = connect();
    return () => void (end = void end?.());
  };
  let device = storage.read<string>(DEVICE) ?? newId();
  storage.write(DEVICE, device);

  session.onChange(() => {
    contact = after = undefined;
    hasJoined = false;
    void persist(know).then(ask);
    if (!end) return;
    end();
    end = connect();
  });
  ended.addEventListener('abort', () => channel.close());
  void persist(know).then(() => {
    // A device of the contact: another connection of it takes the place of one that sleeps.
    if (ended.aborted || elect({ name: `parley:live:${key}`, lead, ask, heardAt: () => heardAt, ended }))
      return;
    device = newId();
    ended.addEventListener('abort', lead());
  });
};

/** The part of this tab that a connection uses. */
interface Tab {
  /** Finds out who the contact is. */
  know(): Promise<void>;
  /** The device, and the number to go on from. */
  place(): { deviceId: string; after?: number };
  hear(event: string, data: Heard | undefined): void;
  joined(): void;
}

/** Connects, and signs the contact in; answers what ends that. */
const signedConnection = (
  { send, sendByKey, storage }: App,
  { know, place, hear, joined }: Tab,
): (() => void) => {
  let isOver = false;
  let disconnect = (): void => undefined;
  let where: Where | undefined;
  /** Asks where to connect. The next page need not ask, if this one gets there: an address that moved must not stay. */
  const find = async (hasFailed: boolean): Promise<Where> => {
    const known = hasFailed ? undefined : storage.read<Where>(WHERE);
    storage.write(WHERE, undefined);
    where = known ?? (await persist(() => sendByKey<Where>('GET', '/shared/realtime')));
    return where;
  };
  const begin = async (): Promise<void> => {
    await persist(know);
    if (isOver) return;
    disconnect = connectLive({
      find,
      sign: (socketId) => send('POST', '/users/me/session-auth', { socket_id: socketId, ...place() }),
      joined: () => {
        storage.write(WHERE, where);
        joined();
      },
      hear: (event, data) => hear(event, data as Heard | undefined),
    });
  };
  begin().catch((error: unknown) => console.error('parley:', error));
  return () => {
    isOver = true;
    disconnect();
  };
};
