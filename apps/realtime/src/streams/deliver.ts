import type { Deps } from '../deps';
import { send, type Subscription, encodeFrame, type Feed, type NumberedEvent } from '../connections';

/** The message that carries an event to a channel. */
export const eventFrame = ({ event, data, seq, at }: Omit<NumberedEvent, 'kind'>, channel: string): string =>
  encodeFrame(event, { ...data, seq, at }, channel);

/** Makes a message once for all who listen on the same channel. */
const perChannel = (make: (channel: string) => string): ((channel: string) => Buffer) => {
  const made = new Map<string, Buffer>();
  return (channel) => {
    const known = made.get(channel) ?? Buffer.from(make(channel));
    made.set(channel, known);
    return known;
  };
};

/** Hands the next event to all who listen and have not had it. */
export const deliver = (deps: Pick<Deps, 'meter'>, feed: Feed, event: NumberedEvent): void => {
  feed.seq = event.seq;
  const frame = perChannel((channel) => eventFrame(event, channel));
  let sent = 0;
  for (const listener of feed.listeners) {
    if (!listener.isLive || listener.seq >= event.seq) continue;
    listener.seq = event.seq;
    send(deps, listener.connection, frame(listener.channel));
    sent += 1;
  }
  if (sent > 0) deps.meter.sent(sent, (Date.now() - Date.parse(event.at)) / 1_000);
};

/** Notifies a listener that missing events cannot be read any more. */
export const tellGap = (deps: Pick<Deps, 'meter'>, listener: Subscription, seq: number): void => {
  listener.seq = seq;
  send(deps, listener.connection, encodeFrame('resync', { seq }, listener.channel));
};

/** Skips deleted events, and notifies all listeners. */
export const skipTo = (deps: Pick<Deps, 'meter'>, feed: Feed, seq: number): void => {
  feed.seq = seq;
  for (const listener of feed.listeners)
    if (listener.isLive && listener.seq < seq) tellGap(deps, listener, seq);
};

/** Sends an event without a number to all listeners: it carries the latest number and raises none. */
export const deliverUnnumbered = (
  deps: Pick<Deps, 'meter'>,
  feed: Feed,
  event: string,
  data: object,
): void => {
  const at = new Date().toISOString();
  for (const listener of feed.listeners) {
    if (!listener.isLive) continue;
    const { seq, channel } = listener;
    send(deps, listener.connection, encodeFrame(event, { ...data, seq, at }, channel));
  }
};
