import { WebSocket } from 'ws';
import type { Deps } from '../deps';
import type { Project } from '../projects';
import type { Feed } from './feed';
import { type Reason, reasons } from './codes';
import { errorFrame } from './frames';

/** Most bytes that may wait for a client to read them. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** Milliseconds that a client has to answer the end of its connection. */
const FAREWELL_MS = 5_000;

const TEXT = { binary: false };

/** The contact that a connection is signed in as. */
export interface SignedIn {
  svcId: string;
  deviceId: string | undefined;
  /** Number of the last event that the client has. */
  after: number | undefined;
  /** Where the contact's events come from, once that is known. */
  feed: Feed | undefined;
  /** Place among the sign-ins of the device, once it is known. */
  number: number | undefined;
}

/** A connection's place in a channel. */
export interface Subscription {
  connection: Connection;
  channel: string;
  /** The member of the team that it was signed for. */
  userId: string | undefined;
  /** Where its events come from; a presence channel has none. */
  feed: Feed | undefined;
  /** Number of the last event that was sent. */
  seq: number;
  /** Whether it gets events as they come; before, it catches up. */
  isLive: boolean;
  /** Whether the client left the channel or is gone. */
  isGone: boolean;
}

/** One client. */
export interface Connection {
  socket: WebSocket;
  /** `<number>.<number>`, unique among all processes. */
  id: string;
  project: Project;
  /** The key that the client's address is counted by. */
  address: string;
  channels: Map<string, Subscription>;
  user: SignedIn | undefined;
  /** Members of the team that its channels were signed for. */
  memberIds: readonly string[];
  /** When the client was last heard, in milliseconds that never go back. */
  heardAt: number;
  isPinged: boolean;
  /** The second in which the client spoke last to others, and how often. */
  second: number;
  spoken: number;
  /** When its budget of frames is whole again, in milliseconds that never go back. */
  wholeAt: number;
  isEnding: boolean;
}

/** Ends a connection: says why, closes, and cuts it off when the client does not answer. */
export const end = ({ meter }: Pick<Deps, 'meter'>, connection: Connection, reason: Reason): void => {
  if (connection.isEnding) return;
  connection.isEnding = true;
  meter.refused(reason.code);
  endSocket(connection.socket, reason);
};

/** Says why a socket is closed, and closes it. */
export const endSocket = (socket: WebSocket, { code, message }: Reason): void => {
  if (code >= 4000 && socket.readyState === WebSocket.OPEN) socket.send(errorFrame(code, message), TEXT);
  socket.close(code, message);
  if (socket.readyState !== WebSocket.CLOSED) setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
};

/** Whether a client can be written to. One that has not read more than 1 MB is closed instead. */
const isReading = (deps: Pick<Deps, 'meter'>, connection: Connection): boolean => {
  const { socket, isEnding } = connection;
  if (isEnding || socket.readyState !== WebSocket.OPEN) return false;
  if (socket.bufferedAmount <= MAX_UNSENT_BYTES) return true;
  deps.meter.slow();
  end(deps, connection, reasons.tooSlow);
  return false;
};

/** Sends a message. A client that has not read more than 1 MB of others is closed instead. */
export const send = (deps: Pick<Deps, 'meter'>, connection: Connection, message: string | Buffer): void => {
  if (isReading(deps, connection)) connection.socket.send(message, TEXT);
};

/** Answers a ping of WebSockets themselves. */
export const pong = (deps: Pick<Deps, 'meter'>, connection: Connection, bytes: Buffer): void => {
  if (isReading(deps, connection)) connection.socket.pong(bytes);
};
