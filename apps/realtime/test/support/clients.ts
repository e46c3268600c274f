import { eventually } from '@parley/testing';
import Pusher, { type Channel } from 'pusher-js';
import PusherServer from 'pusher';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Person, StoredProject } from './neighbours';
import type { TestContact, TestRealtime } from './realtime';

/** What a channel heard, in order. */
export interface Heard {
  event: string;
  data: Record<string, unknown>;
}

/** The events that a channel heard, but for those of the protocol. */
export const collectHeard = (channel: Pick<Channel, 'bind_global'>): Heard[] => {
  const heard: Heard[] = [];
  channel.bind_global((event: string, data: Record<string, unknown>) => {
    if (!event.startsWith('pusher')) heard.push({ event, data });
  });
  return heard;
};

/** What the stock client is told when it asks to sign in or to subscribe. */
export interface ClientAuth {
  signIn?: (socketId: string) => { auth: string; user_data: string };
  channel?: (socketId: string, channel: string) => Promise<{ auth?: string; channel_data?: string }>;
}

const open: Pusher[] = [];
const sockets: WebSocket[] = [];

/** Ends every client of a test. */
export const closeClients = (): void => {
  for (const client of open.splice(0)) client.disconnect();
  for (const socket of sockets.splice(0)) socket.terminate();
};

/** Connects the stock client. */
export const connect = (key: string, port: number, { signIn, channel }: ClientAuth = {}): Pusher => {
  const client = new Pusher(key, {
    cluster: 'none',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    userAuthentication: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId }, callback) => {
        if (signIn) callback(null, signIn(socketId));
        else callback(new Error('Nobody signs'), null);
      },
    },
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, callback) => {
        const asked = channel?.(socketId, channelName) ?? Promise.reject(new Error('Nobody signs'));
        asked.then(
          (answer) => callback(null, answer as { auth: string }),
          (error: Error) => callback(error, null),
        );
      },
    },
  });
  open.push(client);
  return client;
};

/** The official server library of the protocol, with the secret of a project. */
export const officialServer = (realtime: TestRealtime, project: StoredProject): PusherServer => {
  const { key, secret } = realtime.signer(project);
  return new PusherServer({ appId: project.id, key, secret, host: '127.0.0.1', useTLS: false });
};

/** Signs as the server-to-server service does, with the official library. */
export const contactAuth = (
  realtime: TestRealtime,
  project: StoredProject,
  contact: TestContact,
  { after, deviceId }: { after?: () => number | undefined; deviceId?: string } = {},
): ClientAuth => {
  const server = officialServer(realtime, project);
  return {
    signIn: (socketId) =>
      server.authenticateUser(socketId, {
        id: contact.svcId,
        contact: contact.id,
        deviceId,
        after: after?.(),
      } as never) as { auth: string; user_data: string },
    channel: async (socketId, channel) => {
      const from = after?.();
      return from === undefined
        ? server.authorizeChannel(socketId, channel)
        : server.authorizeChannel(socketId, channel, { contact: contact.id, after: from } as never);
    },
  };
};

/** Signs by the operation, as the dashboard of a person does. */
export const memberAuth = (
  { operations, as }: TestRealtime,
  project: StoredProject,
  person: Person,
  after?: () => number | undefined,
): ClientAuth => ({
  channel: async (socketId, channel) => {
    const from = after?.();
    const { channelAuth } = await operations.authoriseChannel(
      { socket_id: socketId, channel_name: channel, ...(from !== undefined && { after: from }) },
      as(project, person),
    );
    const { auth = '', channel_data } = channelAuth ?? {};
    return { auth, ...(channel_data !== undefined && { channel_data }) };
  },
});

/** Waits for an event of a channel or connection. */
export const heard = <T = Record<string, unknown>>(
  target: { bind(event: string, callback: (data: T) => void): unknown },
  event: string,
): Promise<T> => new Promise((resolve) => target.bind(event, resolve));

/** Subscribes, and waits until it is. */
export const subscribed = async (
  client: Pusher,
  name: string,
): Promise<{ channel: Channel; data: Record<string, unknown>; heard: Heard[] }> => {
  const channel = client.subscribe(name);
  const events = collectHeard(channel);
  const data = await heard(channel, 'pusher:subscription_succeeded');
  return { channel, data, heard: events };
};

/** A message as it stands on the wire. */
export interface Frame {
  event: string;
  channel?: string;
  data: unknown;
  user_id?: string;
}

/** A client that says what a test wants. */
export interface RawClient {
  socket: WebSocket;
  frames: Frame[];
  /** Its id, once it is connected. */
  id(): string;
  say(message: object | string): void;
  /** Waits for a frame that was not waited for yet. */
  next(event: string): Promise<Record<string, unknown> & { frame: Frame }>;
  /** Waits for the end. */
  closed: Promise<{ code: number; reason: string }>;
}

const readData = ({ data }: Frame): Record<string, unknown> =>
  (typeof data === 'string' ? JSON.parse(data) : data) as Record<string, unknown>;

/** Opens a WebSocket; `path` stands behind the host. */
export const openRaw = (port: number, path: string, headers: Record<string, string> = {}): RawClient => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  sockets.push(socket);
  const frames: Frame[] = [];
  const taken = new Set<Frame>();
  socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString()) as Frame));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code, reason]) => ({
    code: code as number,
    reason: String(reason as Buffer),
  }));
  return {
    socket,
    frames,
    closed,
    id: () => String(readData(frames[0] as Frame)['socket_id']),
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (event) =>
      eventually(() => {
        const frame = frames.find((candidate) => candidate.event === event && !taken.has(candidate));
        if (!frame) throw new Error(`No ${event} among ${JSON.stringify(frames).slice(0, 2_000)}`);
        taken.add(frame);
        return { ...readData(frame), frame };
      }),
  };
};

/** The path of a project's clients. */
export const toPath = ({ key }: StoredProject): string => `/app/${key}?protocol=7&client=js&version=8.4.0`;

/** Connects a client that says what a test wants. */
export const rawClient = async (project: StoredProject, port: number): Promise<RawClient> => {
  const client = openRaw(port, toPath(project));
  await client.next('pusher:connection_established');
  return client;
};

/** Opens a WebSocket; answers 0 when it is connected, else the code that it is closed with. */
export const readCloseCode = async (
  port: number,
  path: string,
  headers?: Record<string, string>,
): Promise<number> => {
  const client = openRaw(port, path, headers);
  await eventually(() => {
    if (client.frames.length === 0) throw new Error('Nothing was said');
  });
  return client.frames[0]?.event === 'pusher:connection_established' ? 0 : (await client.closed).code;
};
