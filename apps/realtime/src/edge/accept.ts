import { isAllowedOrigin } from '@parley/auth';
import { APP_PATH, type Upgrade } from '@parley/realtime';
import { randomInt } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { leaveAll } from '../channels/subscribe';
import { type Project } from '../projects/projects';
import { type Reason, reasons } from './codes';
import { type Connection, endSocket, send } from './connection';
import { type Edge } from './edge';
import { frameOf } from './frames';
import { receive } from './receive';

/** Most bytes of a client's message; a larger one closes with 1009. */
const MAX_MESSAGE_BYTES = 16_384;

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
const keyOf = (address: string): string | Reason => {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const key = decoded(pathname.slice(APP_PATH.length));
  if (!key || pathname.slice(APP_PATH.length).includes('/')) return reasons.unknownPath;
  const version = searchParams.get('protocol');
  if (version === null || version === '') return reasons.noVersion;
  if (!/^\d+$/.test(version)) return reasons.badVersion;
  return Number(version) === PROTOCOL ? key : reasons.otherVersion;
};

const newConnection = (socket: WebSocket, project: Project): Connection => ({
  socket,
  id: `${randomInt(MAX_ID)}.${randomInt(MAX_ID)}`,
  project,
  channels: new Map(),
  user: undefined,
  memberIds: [],
  heardAt: performance.now(),
  isPinged: false,
  second: 0,
  spoken: 0,
  isEnding: false,
});

const establish = (edge: Edge, socket: WebSocket, project: Project): void => {
  const connection = newConnection(socket, project);
  edge.connections.add(connection);
  socket.on('message', (bytes: Buffer, isBinary: boolean) => {
    if (!connection.isEnding) receive(edge, connection, bytes, isBinary);
  });
  socket.on('close', () => {
    connection.isEnding = true;
    edge.connections.delete(connection);
    leaveAll(edge, connection);
  });
  const seconds = Math.ceil(edge.timing.silenceMs / 1_000);
  const established = { socket_id: connection.id, activity_timeout: seconds };
  send(edge, connection, frameOf('pusher:connection_established', established));
};

/** The project that a client connects to, or why it may not. */
const admit = async (edge: Edge, { url = '', headers }: IncomingMessage): Promise<Project | Reason> => {
  const key = keyOf(url);
  if (typeof key !== 'string') return key;
  if (edge.isClosing || edge.sockets.count > edge.maxConnections) return reasons.overCapacity;
  const project = await edge.projects.byKey(key);
  if (!project) return reasons.unknownKey;
  const { origin } = headers;
  const isForeign = origin !== undefined && !isAllowedOrigin(project.allowedDomains, origin);
  return isForeign ? reasons.foreignPage : project;
};

/** Takes clients. Those who are refused are opened, told why and closed. */
export const createUpgrade = (edge: Edge): Upgrade => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  const take = async (socket: WebSocket, request: IncomingMessage): Promise<void> => {
    edge.sockets.count += 1;
    // What goes wrong with a socket closes it.
    socket.on('error', () => undefined);
    socket.on('close', () => (edge.sockets.count -= 1));
    const admitted = await admit(edge, request).catch((error: unknown) => {
      edge.log.warn({ err: error }, 'A client could not be admitted');
      return reasons.unavailable;
    });
    if (socket.readyState !== socket.OPEN) return;
    if ('code' in admitted) {
      edge.meter.refused(admitted.code);
      return endSocket(socket, admitted);
    }
    establish(edge, socket, admitted);
  };
  return (request, socket, head) => {
    server.handleUpgrade(request, socket, head, (client) => void take(client, request));
  };
};
