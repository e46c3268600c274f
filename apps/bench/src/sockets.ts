import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { WebSocket } from 'ws';
import { type Api, call } from './api';

/** The results of the clients. */
export interface Done {
  /** Milliseconds of each that succeeded. */
  times: number[];
  failures: number;
}

/** Clients of the realtime service in a process of their own: what they cost is not the load generator's. */
export interface Sockets {
  /** Opens so many connections, until each has its socket id. */
  connect(url: string, count: number): Promise<Done>;
  /** Signs each connection in, one as each contact. */
  signIn(backEnd: Api, consumerIds: readonly string[]): Promise<Done>;
  /** Milliseconds from what `stampNow` wrote to the arrival, of each message since the last question. */
  heard(): Promise<number[]>;
  /** Closes every connection. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

type Program = Omit<Sockets, 'stop'>;

/** Connections, and requests for signatures, that are made at a time. */
const AT_ONCE = 64;
/** Milliseconds that a connection or a sign-in may take. */
const PATIENCE = 30_000;

const STAMP = /sent at (\d+)/;

/** A message text with its sending time. */
export const stampNow = (): string => `sent at ${Date.now()}`;

interface Event {
  event: string;
  data?: string;
}

interface Client {
  socket: WebSocket;
  socketId: string;
}

/** Waits for an event of a connection. */
const hear = (socket: WebSocket, wanted: string): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new Error(`No ${wanted}`))), PATIENCE);
    const onMessage = (text: Buffer): void => {
      const { event, data = '{}' } = JSON.parse(text.toString()) as Event;
      if (event === wanted) settle(() => resolve(JSON.parse(data) as Record<string, unknown>));
    };
    const onClose = (code: number): void => settle(() => reject(new Error(`Closed with ${code}`)));
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      socket.off('message', onMessage).off('close', onClose);
      end();
    };
    socket.on('message', onMessage).on('close', onClose);
  });

/** Does something with each of a list, `AT_ONCE` at a time, and takes the time of each. */
const timeEach = async <T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<Done> => {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const times: number[] = [];
  let failures = 0;
  const one = async (item: T): Promise<void> => {
    const began = performance.now();
    await work(item);
    times.push(performance.now() - began);
  };
  await queue.addAll(list.map((item) => () => one(item).catch(() => void (failures += 1))));
  return { times, failures };
};

const createProgram = (): Program => {
  const clients: Client[] = [];
  let arrived: number[] = [];
  const listen = (text: Buffer): void => {
    const { event, data } = JSON.parse(text.toString()) as Event;
    if (event !== 'message.created') return;
    const sent = STAMP.exec(data ?? '')?.[1];
    if (sent !== undefined) arrived.push(Date.now() - Number(sent));
  };
  return {
    connect: (url, count) =>
      timeEach(Array.from({ length: count }), async () => {
        const socket = new WebSocket(url, { perMessageDeflate: false });
        socket.on('error', () => undefined);
        const { socket_id: socketId } = await hear(socket, 'pusher:connection_established');
        socket.on('message', listen);
        clients.push({ socket, socketId: String(socketId) });
      }),
    signIn: (backEnd, consumerIds) =>
      timeEach([...consumerIds.entries()], async ([at, consumerId]) => {
        const client = clients[at];
        if (!client) throw new Error('There are fewer connections than contacts');
        const { socket, socketId: socket_id } = client;
        const body = { socket_id, consumerId };
        const data = await call<{ auth: string; user_data: string }>(
          backEnd,
          'POST',
          '/s2s/stream/user-auth',
          body,
        );
        const signedIn = hear(socket, 'pusher:signin_success');
        socket.send(JSON.stringify({ event: 'pusher:signin', data }));
        await signedIn;
        // As the stock client does.
        const { id } = JSON.parse(data.user_data) as { id: string };
        const subscribed = hear(socket, 'pusher_internal:subscription_succeeded');
        const channel = { auth: '', channel: `#server-to-user-${id}` };
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: channel }));
        await subscribed;
      }),
    heard: () => {
      const times = arrived;
      arrived = [];
      return Promise.resolve(times);
    },
    close: async () => {
      const closed = clients.splice(0).map(async ({ socket }) => {
        const over = once(socket, 'close');
        socket.close();
        await over;
      });
      await Promise.all(closed);
    },
  };
};

interface Question {
  id: number;
  name: keyof Program;
  args: unknown[];
}

interface Answer {
  id: number;
  value?: unknown;
  error?: string;
}

/** The program of the process; it ends with the one that started it. */
export const runSockets = (): void => {
  const program = createProgram() as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  process.on('message', ({ id, name, args }: Question) => {
    const answer = (rest: Omit<Answer, 'id'>): void => void process.send?.({ id, ...rest });
    program[name]?.(...args).then(
      (value) => answer({ value }),
      (error: unknown) => answer({ error: String(error) }),
    );
  });
  process.once('disconnect', () => process.exit(0));
};

/** Starts the process. */
export const startSockets = (): Sockets => {
  const child = fork(join(process.cwd(), 'dist/apps/bench/main.js'), ['sockets']);
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  let last = 0;
  const ask = <T>(name: keyof Program, ...args: unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, ({ value, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(value as T);
        else reject(new Error(error));
      });
      child.send({ id, name, args });
    });
  return {
    connect: (...args) => ask('connect', ...args),
    signIn: (...args) => ask('signIn', ...args),
    heard: () => ask('heard'),
    close: () => ask('close'),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
