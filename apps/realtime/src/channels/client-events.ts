import { type Connection, send, CLIENT_EVENT_REFUSED, type ClientMessage, errorFrame } from '../connections';
import type { Edge } from '../edge-deps';

/** Most client events of one connection in a second. */
const MAX_PER_SECOND = 10;

/** Whether a connection has spoken so often within this second that it is heard no more. */
const isTooFast = (connection: Connection): boolean => {
  const second = Math.floor(performance.now() / 1_000);
  if (connection.second !== second) Object.assign(connection, { second, spoken: 0 });
  connection.spoken += 1;
  return connection.spoken > MAX_PER_SECOND;
};

/** Passes a client's event to the other members of a presence channel; elsewhere it is an error. */
export const passOn = (edge: Edge, connection: Connection, message: ClientMessage): void => {
  const refuse = (why: string): void =>
    send(edge, connection, errorFrame(CLIENT_EVENT_REFUSED, `The event is not passed on: ${why}`));
  if (isTooFast(connection)) return refuse(`at most ${MAX_PER_SECOND} a second`);
  const listener = connection.channels.get(message.channel ?? '');
  if (!listener?.isLive || listener.feed || listener.userId === undefined)
    return refuse('only members of a presence channel speak to each other');
  edge.presence.tell(listener, { event: message.event, data: message.data, userId: listener.userId });
};
