import { gather } from '@parley/persistence';
import { contactSubject, endSubject, projectSubject, type StreamMessage } from '@parley/realtime';
import { systemContext } from '@parley/rpc';
import { createWorker, type Worker } from '@parley/runtime';
import { createOutageLog } from '@parley/telemetry';
import { type Deps } from '../deps';
import { type Reason, reasons } from '../connections/codes';
import { end } from '../connections/connection';
import { createTypists } from './typists';
import { deliver, deliverUnnumbered, skipTo } from './deliver';
import { connectionsOf, type Feed, newFeed, type NumberedEvent } from '../connections/feed';

/** Streams are compared with the database in turns, so that each is looked at every 3 s and never all at once. */
const SLOTS = 6;
const SLOT_MS = 500;

/** Most streams of one question. */
const MAX_STREAMS = 1_000;

/** Events of one page when a gap is filled. */
const PAGE = 200;

/** Milliseconds that an event may be late before its predecessors are read from the database. */
const PATIENCE_MS = 50;

/** Most events that wait for others; beyond, the database is asked for all. */
const MAX_WAITING = 1_000;

/** The streams that somebody here listens to. */
export interface Feeds {
  /** The feed of a contact, or with an empty `contactId` of the project; made when there is none. */
  of(projectId: string, contactId: string): Feed;
  /** The feed of a contact that somebody here follows. */
  find(projectId: string, contactId: string): Feed | undefined;
  /** Forgets a feed that nobody follows any more. */
  release(feed: Feed): void;
  start(): void;
  stop(): Promise<void>;
}

type FeedDeps = Pick<Deps, 'streams' | 'broadcast' | 'meter' | 'log'>;

const keyOf = (projectId: string, contactId: string): string => `${projectId}.${contactId}`;

const streamOf = ({ projectId, contactId }: Feed) => ({
  projectId,
  ...(contactId !== '' && { contactId }),
});

/** Where a stream ends. */
interface Head {
  seq: number;
  hasEnded: boolean;
}

/** Follows streams: what is broadcast, and what the database has when a broadcast was lost. */
export const createFeeds = (deps: FeedDeps): Feeds => {
  const { streams, broadcast, log } = deps;
  const feeds = new Map<string, Feed>();
  const tellOutage = createOutageLog(log, { what: 'Streams' });
  const typists = createTypists((feed, data) => deliverUnnumbered(deps, feed, 'typing', data));
  let made = 0;
  let turn = 0;

  const isFollowed = (feed: Feed): boolean => feeds.get(keyOf(feed.projectId, feed.contactId)) === feed;

  const endAll = (feed: Feed, reason: Reason): void => {
    for (const connection of connectionsOf(feed)) end(deps, connection, reason);
  };

  /** Hands over what waited, as far as there is no gap. */
  const drain = (feed: Feed): void => {
    for (const seq of feed.waiting.keys()) if (seq <= feed.seq) feed.waiting.delete(seq);
    for (let next = feed.waiting.get(feed.seq + 1); next; next = feed.waiting.get(feed.seq + 1)) {
      feed.waiting.delete(next.seq);
      deliver(deps, feed, next);
    }
  };

  /** Reads what is missing up to a number, and before what waits. */
  const fill = async (feed: Feed, upTo: number): Promise<void> => {
    while (isFollowed(feed) && (feed.seq < upTo || feed.waiting.size > 0)) {
      const page = await streams.readStream(
        { stream: streamOf(feed), after: feed.seq, limit: PAGE },
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

  const startFill = (feed: Feed, upTo: number): void => {
    if (feed.isFilling) return;
    feed.isFilling = true;
    fill(feed, upTo)
      // The next comparison tries again.
      .catch((error: unknown) => tellOutage(error, { projectId: feed.projectId }))
      .finally(() => {
        feed.isFilling = false;
      });
  };

  const hearEvent = (feed: Feed, event: NumberedEvent): void => {
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
        if (feed.waiting.size > 0) startFill(feed, 0);
      }, PATIENCE_MS).unref();
  };

  const hear = (feed: Feed, message: StreamMessage): void => {
    if (message.kind === 'event') hearEvent(feed, message);
    else if (feed.isOpen) typists.hear(feed, message);
  };

  const open = (feed: Feed, seq: number): void => {
    feed.seq = seq;
    feed.isOpen = true;
    drain(feed);
    if (feed.waiting.size > 0) startFill(feed, 0);
    feed.settle();
  };

  /** Takes what the database says of a stream, of which everything up to `asked` was handed over when it was asked. */
  const compare = (feed: Feed, asked: number, { seq, hasEnded }: Head): void => {
    if (!isFollowed(feed)) return;
    if (hasEnded) endAll(feed, reasons.contactEnded);
    else if (!feed.isOpen) open(feed, seq);
    else if (seq > feed.seq) startFill(feed, seq);
    // The database was restored: who comes back with its last number is told to read anew.
    else if (seq < asked) endAll(feed, reasons.streamChanged);
  };

  const headsOf = async (asked: readonly Feed[]): Promise<Head[]> => {
    const request = { streams: asked.map(streamOf) };
    const { seqs, ended } = await streams.getStreamHeads(request, systemContext('realtime'));
    return asked.map((_, at) => ({ seq: seqs[at] ?? 0, hasEnded: ended[at] ?? false }));
  };

  /** Those who come together share a question. */
  const headOf = gather(headsOf, { maxBatch: MAX_STREAMS, atATime: 2 });

  const compareSlot = async (slot: number): Promise<void> => {
    const due = [...feeds.values()].filter((feed) => feed.slot === slot);
    for (let from = 0; from < due.length; from += MAX_STREAMS) {
      const batch = due.slice(from, from + MAX_STREAMS);
      const asked = batch.map(({ seq }) => seq);
      const heads = await headsOf(batch);
      batch.forEach((feed, at) => compare(feed, asked[at] ?? 0, heads[at] as Head));
    }
  };

  const rounds: Worker = createWorker({
    name: 'stream heads',
    interval: SLOT_MS,
    isAligned: true,
    log,
    round: async () => {
      turn = (turn + 1) % SLOTS;
      await compareSlot(turn);
      return false;
    },
  });

  let stopHearingEnds = (): void => undefined;

  return {
    of: (projectId, contactId) => {
      const known = feeds.get(keyOf(projectId, contactId));
      if (known) return known;
      const feed = newFeed(projectId, contactId, made++ % SLOTS);
      feeds.set(keyOf(projectId, contactId), feed);
      const subject = contactId === '' ? projectSubject(projectId) : contactSubject(projectId, contactId);
      // Heard first and read then: what comes between waits.
      feed.stop = broadcast.subscribe(subject, (message) => hear(feed, message as StreamMessage));
      headOf(feed).then(
        (head) => compare(feed, 0, head),
        // The rounds try again.
        (error: unknown) => tellOutage(error, { projectId }),
      );
      return feed;
    },
    find: (projectId, contactId) => feeds.get(keyOf(projectId, contactId)),
    release: (feed) => {
      if (feed.listeners.size > 0 || feed.signedIn.size > 0 || !isFollowed(feed)) return;
      feeds.delete(keyOf(feed.projectId, feed.contactId));
      feed.stop();
    },
    start: () => {
      stopHearingEnds = broadcast.subscribe(endSubject('*', '*'), (_message, subject) => {
        const [, projectId = '', contactId = ''] = subject.split('.');
        const feed = feeds.get(keyOf(projectId, contactId));
        if (feed) endAll(feed, reasons.contactEnded);
      });
      rounds.start();
    },
    stop: async () => {
      stopHearingEnds();
      typists.stop();
      await rounds.stop();
    },
  };
};
