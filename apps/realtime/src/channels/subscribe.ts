import { type Channel, parseChannel, isChannelSignature } from '@parley/realtime';
import {
  reasons,
  type Connection,
  end,
  send,
  type Subscription,
  type ClientMessage,
  errorFrame,
  encodeFrame,
  readMembers,
  asNumber,
  parseObject,
  asText,
  type Feed,
} from '../connections';
import type { Edge } from '../edge-deps';
import { catchUp } from '../streams';
import { findContact } from './find-contact';

/** Most channels of one connection. */
const MAX_CHANNELS = 100;

/** The signed data beside the channel. */
type ChannelData = Record<string, unknown>;

/** Says that a subscription is refused; the connection goes on. */
const refuse = (
  edge: Edge,
  connection: Connection,
  channel: string,
  error: { type: string; error: string; status: number },
): void => send(edge, connection, encodeFrame('pusher:subscription_error', error, channel));

const unsigned = {
  type: 'AuthError',
  error: 'The subscription is not signed for this connection and channel',
  status: 401,
};
const unknown = { type: 'AuthError', error: 'There is no such channel in this project', status: 403 };
const tooMany = {
  type: 'LimitReached',
  error: `A connection has at most ${MAX_CHANNELS} channels`,
  status: 429,
};

/** Whether a connection may subscribe to a channel: what its signature covers, or undefined. */
const checkPermission = (
  { project: { signer }, id, user }: Connection,
  channel: Channel,
  name: string,
  { auth, channel_data: data }: Record<string, unknown>,
): ChannelData | undefined => {
  if (channel.kind === 'user')
    return user?.svcId === channel.svcId ? { contact: user.feed?.contactId, after: user.after } : undefined;
  const text = asText(data);
  if (typeof auth !== 'string' || !isChannelSignature(signer, auth, id, name, text)) return undefined;
  return text === undefined ? {} : parseObject(text);
};

/** Follows a numbered stream: from the number on that the signature names, else from now on. */
const follow = async (
  edge: Edge,
  listener: Subscription,
  feed: Feed,
  after: number | undefined,
): Promise<void> => {
  listener.feed = feed;
  feed.listeners.add(listener);
  await feed.opened;
  if (listener.isGone) return;
  const { connection, channel } = listener;
  send(edge, connection, encodeFrame('pusher_internal:subscription_succeeded', { seq: feed.seq }, channel));
  if (after !== undefined) return catchUp(edge, feed, listener, after);
  listener.seq = feed.seq;
  listener.isLive = true;
};

const join = async (
  edge: Edge,
  listener: Subscription,
  channel: Channel,
  data: ChannelData,
): Promise<void> => {
  const { connection } = listener;
  const after = asNumber(data['after']);
  switch (channel.kind) {
    case 'session':
    case 'user': {
      const named = asText(data['contact']);
      const contactId = await findContact(edge, connection, channel.svcId, named);
      if (listener.isGone) return;
      if (contactId === undefined) return end(edge, connection, reasons.contactEnded);
      return follow(edge, listener, edge.feeds.of(connection.project.id, contactId), after);
    }
    case 'project':
      return follow(edge, listener, edge.feeds.of(channel.projectId, ''), after);
    case 'project-presence':
    case 'ticket-presence':
      return edge.presence.join(listener, data['user_info']);
  }
};

/** Whether a signature says which member of the team subscribes, where it must. */
const namesMember = ({ kind }: Channel, { user_id: userId }: ChannelData): boolean =>
  kind === 'session' || kind === 'user' || typeof userId === 'string';

const isForeign = (channel: Channel, projectId: string): boolean =>
  'projectId' in channel && channel.projectId !== projectId;

/** Subscribes a connection to a channel. */
export const subscribe = async (
  edge: Edge,
  connection: Connection,
  message: ClientMessage,
): Promise<void> => {
  const members = readMembers(message);
  const name = asText(members['channel']) ?? '';
  if (connection.channels.has(name))
    return send(edge, connection, errorFrame(null, `The connection is subscribed to ${name} already`));
  const channel = parseChannel(name);
  if (!channel || isForeign(channel, connection.project.id)) return refuse(edge, connection, name, unknown);
  const data = checkPermission(connection, channel, name, members);
  if (!data || !namesMember(channel, data)) return refuse(edge, connection, name, unsigned);
  if (connection.channels.size >= MAX_CHANNELS) return refuse(edge, connection, name, tooMany);
  const listener: Subscription = {
    connection,
    channel: name,
    userId: asText(data['user_id']),
    feed: undefined,
    seq: 0,
    isLive: false,
    isGone: false,
  };
  connection.channels.set(name, listener);
  if (listener.userId !== undefined) edge.team.add(connection, listener.userId);
  await join(edge, listener, channel, data);
};

/** Takes a subscription out of everything that it is in. */
const leave = (edge: Edge, listener: Subscription): void => {
  listener.isGone = true;
  listener.isLive = false;
  const { feed } = listener;
  if (feed?.listeners.delete(listener)) edge.feeds.release(feed);
  else edge.presence.leave(listener);
};

/** Ends a subscription. */
export const unsubscribe = (edge: Edge, connection: Connection, message: ClientMessage): void => {
  const name = asText(readMembers(message)['channel']) ?? '';
  const listener = connection.channels.get(name);
  if (!listener) return;
  connection.channels.delete(name);
  leave(edge, listener);
};

/** Forgets a connection that is closed. */
export const leaveAll = (edge: Edge, connection: Connection): void => {
  for (const listener of connection.channels.values()) leave(edge, listener);
  connection.channels.clear();
  const feed = connection.user?.feed;
  if (feed?.signedIn.delete(connection)) edge.feeds.release(feed);
  if (connection.user) edge.devices.gone(connection, connection.user);
  edge.team.remove(connection);
};
