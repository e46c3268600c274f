import { connect, type Socket } from 'node:net';

/** A connection that a test drives byte by byte. */
export interface RawConnection {
  socket: Socket;
  /** Sends bytes; resolves once the kernel has them, or the connection is gone. */
  send(bytes: Buffer | string): Promise<void>;
  /** What has arrived so far, as latin1. */
  received(): string;
  /** Resolves with all that arrived once it matches, or once the connection is closed. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with all that arrived once the server has closed the connection. */
  closed(): Promise<string>;
  destroy(): void;
}

const HEAD = /^HTTP\/1\.1 (\d{3}) [\s\S]*?\r\n\r\n/;
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

/** Opens a connection to the server behind a URL. Whatever breaks it counts as closed. */
export const openRaw = (url: string): RawConnection => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let text = '';
  let closed = false;
  const watchers = new Set<() => void>();
  const tell = (): void => watchers.forEach((watcher) => watcher());
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    tell();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
    tell();
  });
  const when = (condition: () => boolean): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!closed && !condition()) return;
        watchers.delete(look);
        resolve(text);
      };
      watchers.add(look);
      look();
    });
  return {
    socket,
    send: (bytes) =>
      new Promise((resolve) => {
        if (closed || !socket.writable) return resolve();
        socket.once('close', resolve);
        socket.write(bytes, () => {
          socket.off('close', resolve);
          resolve();
        });
      }),
    received: () => text,
    until: (pattern) => when(() => pattern.test(text)),
    closed: () => when(() => false),
    destroy: () => void socket.destroy(),
  };
};

/** Status of the first answer in what arrived; undefined while its head or body is not whole. */
export const readStatus = (received: string): number | undefined => {
  const head = HEAD.exec(received);
  if (!head) return undefined;
  const length = Number(LENGTH.exec(head[0])?.[1] ?? 0);
  return received.length >= head[0].length + length ? Number(head[1]) : undefined;
};

/** A whole first answer has arrived. */
export const ANSWERED = { test: (received: string) => readStatus(received) !== undefined } as RegExp;
