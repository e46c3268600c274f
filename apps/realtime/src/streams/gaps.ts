import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Feed, NumberedEvent } from '../connections';
import { deliver, skipTo } from './deliver';
import { toStream } from './read-streams';

/** Events of one page when a gap is filled. */
const PAGE = 200;

/** Milliseconds that an event may be late before its predecessors are read from the database. */
const PATIENCE_MS = 50;

/** Most events that wait for others; beyond, the database is asked for all. */
const MAX_WAITING = 1_000;

/** Delivers the events of streams in their order; missing events between them are read from the database. */
export interface Gaps {
  /** Begins a feed after a number; what came before is delivered now. */
  open(feed: Feed, seq: number): void;
  /** Delivers an event, or lets it wait for those before it. */
  take(feed: Feed, event: NumberedEvent): void;
  /** Reads missing events up to a number, and puts them before those that wait. */
  fill(feed: Feed, upTo: number): void;
}

/** What reading a gap asks of the feeds: whether one is still followed, and where a failure goes. */
interface Follower {
  isFollowed(feed: Feed): boolean;
  tellOutage(error: unknown, about: { projectId: string }): void;
}

export const createGaps = (
  deps: Pick<Deps, 'streams' | 'meter' | 'log'>,
  { isFollowed, tellOutage }: Follower,
): Gaps => {
  const { streams } = deps;

  /** Hands over what waited, as far as there is no gap. */
  const drain = (feed: Feed): void => {
    for (const seq of feed.waiting.keys()) if (seq <= feed.seq) feed.waiting.delete(seq);
    for (let next = feed.waiting.get(feed.seq + 1); next; next = feed.waiting.get(feed.seq + 1)) {
      feed.waiting.delete(next.seq);
      deliver(deps, feed, next);
    }
  };

  const readUpTo = async (feed: Feed, upTo: number): Promise<void> => {
    while (isFollowed(feed) && (feed.seq < upTo || feed.waiting.size > 0)) {
      const page = await streams.readStream(
        { stream: toStream(feed), after: feed.seq, limit: PAGE },
        systemContext('realtime', { projectId: feed.projectId }),
      );
      if (page.resync && page.seq > feed.seq) skipTo(deps, feed, page.seq);
      for (const event of page.events)
        if (event.seq === feed.seq + 1)
          deliver(deps, feed, {
            kind: 'event',
            seq: event.seq,
            event: event.event,
            data: event.data ?? {},
            at: event.at ?? new Date().toISOString(),
          });
      drain(feed);
      if (page.events.length === 0) return;
    }
  };

  const fill = (feed: Feed, upTo: number): void => {
    if (feed.isFilling) return;
    feed.isFilling = true;
    readUpTo(feed, upTo)
      // The next comparison tries again.
      .catch((error: unknown) => tellOutage(error, { projectId: feed.projectId }))
      .finally(() => {
        feed.isFilling = false;
      });
  };

  const take = (feed: Feed, event: NumberedEvent): void => {
    if (feed.isOpen && event.seq <= feed.seq) return;
    if (feed.isOpen && event.seq === feed.seq + 1) {
      deliver(deps, feed, event);
      if (feed.waiting.size > 0) drain(feed);
      return;
    }
    if (feed.waiting.size >= MAX_WAITING) feed.waiting.clear();
    feed.waiting.set(event.seq, event);
    if (feed.isOpen && !feed.isFilling)
      setTimeout(() => {
        if (feed.waiting.size > 0) fill(feed, 0);
      }, PATIENCE_MS).unref();
  };

  const open = (feed: Feed, seq: number): void => {
    feed.seq = seq;
    feed.isOpen = true;
    drain(feed);
    if (feed.waiting.size > 0) fill(feed, 0);
    feed.settle();
  };

  return { open, take, fill };
};
