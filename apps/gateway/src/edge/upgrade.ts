import { APP_PATH, type Upgrade } from '@parley/realtime';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { AfterAnswers } from './one-at-a-time';

/** Headers that ask for another protocol. */
const ASKING = new Set(['connection', 'http2-settings', 'upgrade']);

const wantsWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

/** The head of a request without its wish for another protocol. */
const ordinaryHead = ({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): string => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!ASKING.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
};

/**
 * Hands WebSockets of `/app/…` over. A request to upgrade to another protocol is answered without the upgrade, as HTTP says: some
 * clients ask for HTTP/2 with each first request. The server has detached such a connection when it emits the event, so it gets it
 * as a new one, with the bytes already read in front.
 */
export const takeUpgrades = (server: Server, upgrade: Upgrade, afterAnswers: AfterAnswers): void => {
  const take = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    if (wantsWebSocket(request) && request.url?.startsWith(APP_PATH)) return upgrade(request, socket, head);
    socket.unshift(Buffer.concat([Buffer.from(ordinaryHead(request), 'latin1'), head]));
    server.emit('connection', socket);
  };
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    afterAnswers(socket, () => take(request, socket, head)),
  );
};
