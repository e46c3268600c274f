import { persist } from '../core';

/** Where live connections go, as `GET /shared/realtime` answers it. */
export interface Where {
  key: string;
  host: string;
  port: number;
  tls: boolean;
}

/** The side of the contact. */
export interface Side {
  /** Where to connect; not as it was known before, after a try that failed. */
  find(hasFailed: boolean): Promise<Where>;
  /** Signs the contact in for a connection. */
  sign(socketId: string): Promise<{ auth: string; user_data: string }>;
  /** The contact is signed in. */
  joined(): void;
  /** An event of the contact. */
  hear(event: string, data: unknown): void;
}

/** A frame of the Pusher protocol. Its data is JSON text, except where an application sent an object. */
interface Frame {
  event?: string;
  data?: unknown;
}

/** Milliseconds before the first and the slowest try after a lost connection. */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 10_000;
/** Milliseconds of silence before the server is asked for a sign, unless it names fewer; and until that, or its first one, has to come. */
const ACTIVITY_MS = 120_000;
const PONG_MS = 30_000;

/** Codes by which the server asks a client to stay away, and to come back at once (the protocol's ranges). */
const isRefusal = (code: number): boolean => code >= 4000 && code < 4100;
const isMove = (code: number): boolean => code >= 4200 && code < 4300;

/**
 * Keeps a connection of the Pusher protocol (version 7), signed in as the contact, and reconnects when it is lost. It is written
 * here because the stock client alone is larger than all that a closed widget may load. Answers what ends it.
 */
export const connectLive = (side: Side): (() => void) => {
  const ending = new AbortController();
  let close = (): void => undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let turn = 0;
  const open = async (): Promise<void> => {
    clearTimeout(next);
    close();
    const own = (turn += 1);
    const where = await side.find(failures > 0);
    if (ending.signal.aborted || own !== turn) return;
    close = openSocket(where, side, { opened: () => void (failures = 0), closed });
  };
  const closed = (code: number): void => {
    if (ending.signal.aborted || isRefusal(code)) return;
    const rest = Math.min(FIRST_REST_MS * 2 ** failures, LONGEST_REST_MS);
    failures += 1;
    // Half of it by chance, so that clients that were cut off together do not return together.
    next = setTimeout(start, isMove(code) ? 0 : rest * (0.5 + Math.random() / 2));
  };
  // A browser refuses some addresses at once.
  const start = (): void => void open().catch(() => closed(0));
  addEventListener('online', start, { signal: ending.signal });
  start();
  return () => {
    ending.abort();
    clearTimeout(next);
    close();
  };
};

const openSocket = (
  { key, host, port, tls }: Where,
  { sign, joined, hear }: Side,
  { opened, closed }: { opened: () => void; closed: (code: number) => void },
): (() => void) => {
  const socket = new WebSocket(
    `${tls ? 'wss' : 'ws'}://${host}:${port}/app/${key}?protocol=7&client=parley-widget&version=1`,
  );
  let isOver = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let activityMs = ACTIVITY_MS;
  const drop = (): void => {
    isOver = true;
    clearTimeout(silence);
    socket.close();
  };
  const end = (code: number): void => {
    if (isOver) return;
    drop();
    closed(code);
  };
  const send = (event: string, data: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, data }));
  };
  /** Asks for a sign of life after a silence, and gives the connection up without one. */
  const watch = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      send('pusher:ping', {});
      silence = setTimeout(() => end(0), PONG_MS);
    }, activityMs);
  };
  const signIn = async (socketId: string): Promise<void> => {
    const signed = await persist(async () => (isOver ? undefined : sign(socketId)));
    if (signed) send('pusher:signin', signed);
  };
  const take: Record<string, (data: Record<string, unknown>) => void> = {
    'pusher:connection_established': ({ socket_id, activity_timeout }) => {
      opened();
      activityMs = Math.min(Number(activity_timeout) * 1_000 || ACTIVITY_MS, ACTIVITY_MS);
      signIn(String(socket_id)).catch((error: unknown) => console.error('parley:', error));
    },
    'pusher:ping': () => send('pusher:pong', {}),
    'pusher:signin_success': ({ user_data }) => {
      const { id } = JSON.parse(String(user_data)) as { id: string };
      send('pusher:subscribe', { auth: '', channel: `#server-to-user-${id}` });
      joined();
    },
  };
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    if (isOver) return;
    const frame = JSON.parse(data) as Frame;
    const { event = '' } = frame;
    const content: unknown = typeof frame.data === 'string' ? JSON.parse(frame.data) : frame.data;
    watch();
    const own = take[event];
    if (own) own((content ?? {}) as Record<string, unknown>);
    else if (!event.startsWith('pusher')) hear(event, content);
  };
  socket.onclose = ({ code }) => end(code);
  silence = setTimeout(() => end(0), PONG_MS);
  return drop;
};
