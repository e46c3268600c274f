import { isAllowedOrigin } from '@parley/auth';
import { addressKey } from '@parley/limits';
import { APP_PATH, type Upgrade } from '@parley/realtime';
import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { leaveAll } from '../channels';
import type { Project } from '../projects';
import { type Reason, reasons, type Connection, endSocket, send, encodeFrame } from '../connections';
import type { Edge } from '../edge-deps';
import { createIntake } from './intake';

/** Most bytes of a client's message; a larger one closes with 1009. */
const MAX_MESSAGE_BYTES = 16_384;

/** Most parts of a message; clients send each whole. More close with 1008. */
const MAX_FRAGMENTS = 16;

const TOO_MANY = 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

const PROTOCOL = 7;

/** Half of a socket id. */
const MAX_ID = 2 ** 47;

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The key that an address names, or why it names none that can connect. */
const readKey = (address: string): string | Reason => {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const key = decoded(pathname.slice(APP_PATH.length));
  if (!key || pathname.slice(APP_PATH.length).includes('/')) return reasons.unknownPath;
  const version = searchParams.get('protocol');
  if (version === null || version === '') return reasons.noVersion;
  if (!/^\d+$/.test(version)) return reasons.badVersion;
  return Number(version) === PROTOCOL ? key : reasons.otherVersion;
};

const newConnection = (socket: WebSocket, project: Project, address: string): Connection => ({
  socket,
  id: `${randomInt(MAX_ID)}.${randomInt(MAX_ID)}`,
  project,
  address,
  channels: new Map(),
  user: undefined,
  memberIds: [],
  heardAt: performance.now(),
  isPinged: false,
  second: 0,
  spoken: 0,
  wholeAt: 0,
  isEnding: false,
});

const establish = (edge: Edge, socket: WebSocket, project: Project, address: string): void => {
  const connection = newConnection(socket, project, address);
  edge.connections.add(connection);
  const take = createIntake(edge, connection);
  socket.on('message', (bytes: Buffer, isBinary: boolean) =>
    take({ kind: isBinary ? 'binary' : 'text', bytes }),
  );
  socket.on('ping', (bytes: Buffer) => take({ kind: 'ping', bytes }));
  socket.on('pong', (bytes: Buffer) => take({ kind: 'pong', bytes }));
  socket.on('close', () => {
    connection.isEnding = true;
    edge.connections.delete(connection);
    leaveAll(edge, connection);
  });
  const seconds = Math.ceil(edge.timing.silenceMs / 1_000);
  const established = { socket_id: connection.id, activity_timeout: seconds };
  send(edge, connection, encodeFrame('pusher:connection_established', established));
};

/** The project that a client connects to, or why it may not. */
const admit = async (
  edge: Edge,
  { url = '', headers }: IncomingMessage,
  ofAddress: number,
): Promise<Project | Reason> => {
  const key = readKey(url);
  if (typeof key !== 'string') return key;
  if (edge.isClosing || edge.sockets.count > edge.maxConnections) return reasons.overCapacity;
  if (ofAddress > edge.maxConnectionsPerAddress) {
    edge.log.warn({}, 'An address has its most connections. If it is a proxy, name it in TRUSTED_PROXIES');
    return reasons.tooManyOfAddress;
  }
  const project = await edge.projects.byKey(key);
  if (!project) return reasons.unknownKey;
  const { origin } = headers;
  const isForeign = origin !== undefined && !isAllowedOrigin(project.allowedDomains, origin);
  return isForeign ? reasons.foreignPage : project;
};

/** Accepts clients. Refused ones are opened, notified and closed. */
export const createUpgrade = (edge: Edge): Upgrade => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_FRAGMENTS,
    // One event of a socket in each turn of the loop, whatever it sent in one go.
    allowSynchronousEvents: false,
    // Pings are counted, and answered as messages are.
    autoPong: false,
  });
  /** Open sockets of addresses. */
  const ofAddress = new Map<string, number>();
  const count = (address: string, change: 1 | -1): number => {
    edge.sockets.count += change;
    const sockets = (ofAddress.get(address) ?? 0) + change;
    if (sockets > 0) ofAddress.set(address, sockets);
    else ofAddress.delete(address);
    return sockets;
  };
  const take = async (socket: WebSocket, request: IncomingMessage, address: string): Promise<void> => {
    const sockets = count(address, 1);
    // What goes wrong with a socket closes it.
    socket.on('error', () => undefined);
    socket.on('close', () => count(address, -1));
    const admitted = await admit(edge, request, sockets).catch((error: unknown) => {
      edge.log.warn({ err: error }, 'A client could not be admitted');
      return reasons.unavailable;
    });
    if (socket.readyState !== socket.OPEN) return;
    if ('code' in admitted) {
      edge.meter.refused(admitted.code);
      return endSocket(socket, admitted);
    }
    establish(edge, socket, admitted, address);
  };
  return (request, socket, head) => {
    const address = addressKey(edge.readAddress(request));
    if (!edge.budgets.opens(address)) {
      edge.meter.refused(429);
      socket.on('error', () => undefined);
      return void socket.end(TOO_MANY, () => socket.destroy());
    }
    server.handleUpgrade(request, socket, head, (client) => void take(client, request, address));
  };
};
