import { passOn, signIn, subscribe, unsubscribe } from '../channels';
import { reasons, type Connection, end, pong, send, errorFrame, readMessage } from '../connections';
import type { Edge } from '../edge-deps';

const PONG = JSON.stringify({ event: 'pusher:pong', data: {} });

/** Slow work; when it fails the client is asked to come back. */
const inBackground = (edge: Edge, connection: Connection, work: Promise<void>): void => {
  work.catch((error: unknown) => {
    edge.log.error({ err: error, projectId: connection.project.id }, 'A client could not be served');
    end(edge, connection, reasons.unavailable);
  });
};

/** A client's frame: a message, or a ping or pong of WebSockets themselves. */
export interface Frame {
  kind: 'text' | 'binary' | 'ping' | 'pong';
  bytes: Buffer;
}

/** Takes a frame of a client. */
export const receive = (edge: Edge, connection: Connection, { kind, bytes }: Frame): void => {
  if (kind === 'pong') return;
  if (kind === 'ping') return pong(edge, connection, bytes);
  if (kind === 'binary') return end(edge, connection, reasons.binary);
  const message = readMessage(bytes.toString());
  if (!message)
    return send(edge, connection, errorFrame(null, 'A message is a JSON object with the text `event`'));
  if (message.event.startsWith('client-')) return passOn(edge, connection, message);
  switch (message.event) {
    case 'pusher:ping':
      return send(edge, connection, PONG);
    case 'pusher:pong':
      return;
    case 'pusher:subscribe':
      return inBackground(edge, connection, subscribe(edge, connection, message));
    case 'pusher:unsubscribe':
      return unsubscribe(edge, connection, message);
    case 'pusher:signin':
      return inBackground(edge, connection, signIn(edge, connection, message));
    default:
      return send(edge, connection, errorFrame(null, 'There is no such event in the protocol'));
  }
};
