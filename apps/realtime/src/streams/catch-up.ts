import { isEngineAway } from '@parley/errors';
import { systemContext } from '@parley/rpc';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps';
import { send, type Subscription, encodeFrame, type Feed } from '../connections';
import { eventFrame, tellGap } from './deliver';

/** Events of one page: a page of the largest ones is 6 MB. */
const PAGE = 200;

/** Bytes that may wait for a client before it gets more of its missed events. */
const ROOM_BYTES = 256 * 1024;

/** Milliseconds between two looks whether a client has read on, and between two tries to read a stream. */
const LOOK_MS = 20;
const RETRY_MS = 1_000;

type CatchUpDeps = Pick<Deps, 'streams' | 'meter' | 'log'>;

/** Waits until the client has read enough; false when it is gone. */
const hasRoom = async (listener: Subscription): Promise<boolean> => {
  const { socket } = listener.connection;
  while (!listener.isGone && socket.bufferedAmount > ROOM_BYTES) await sleep(LOOK_MS);
  return !listener.isGone;
};

const readPage = async ({ streams, log }: CatchUpDeps, feed: Feed, listener: Subscription) => {
  const { projectId, contactId } = feed;
  const stream = { projectId, ...(contactId !== '' && { contactId }) };
  while (!listener.isGone) {
    try {
      const request = { stream, after: listener.seq, limit: PAGE };
      return await streams.readStream(request, systemContext('realtime', { projectId }));
    } catch (error) {
      if (!isEngineAway(error)) log.error({ err: error, projectId }, 'A stream could not be read');
      await sleep(RETRY_MS);
    }
  }
  return undefined;
};

/**
 * Sends what came after a number, in order, then `resumed` with how many that were, or `resync` when they cannot be read any
 * more; from then on the listener gets events as they come.
 */
export const catchUp = async (
  deps: CatchUpDeps,
  feed: Feed,
  listener: Subscription,
  after: number,
): Promise<void> => {
  const { connection, channel } = listener;
  listener.seq = after;
  let count = 0;
  let hasGap = false;
  // A number that the feed has not reached may be one of the future: the stream itself says so.
  let isKnown = after === feed.seq;
  while (!isKnown || listener.seq < feed.seq) {
    const page = await readPage(deps, feed, listener);
    if (!page) return;
    isKnown = true;
    if (page.resync) {
      hasGap = true;
      tellGap(deps, listener, page.seq);
      continue;
    }
    // The broadcast event cannot be read: the next comparison of the stream shows why.
    if (page.events.length === 0 && listener.seq < feed.seq) await sleep(RETRY_MS);
    for (const { seq, event, data, at } of page.events) {
      if (!(await hasRoom(listener))) return;
      listener.seq = seq;
      count += 1;
      send(deps, connection, eventFrame({ seq, event, data: data ?? {}, at: at ?? '' }, channel));
    }
  }
  if (listener.isGone) return;
  listener.isLive = true;
  if (!hasGap) send(deps, connection, encodeFrame('resumed', { seq: listener.seq, count }, channel));
};
