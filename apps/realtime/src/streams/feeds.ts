import { gather } from '@parley/persistence';
import { contactSubject, endSubject, projectSubject, type StreamMessage } from '@parley/realtime';
import { createWorker, type Worker } from '@parley/runtime';
import { createOutageLog } from '@parley/telemetry';
import type { Deps } from '../deps';
import { type Reason, reasons, end, listConnections, type Feed, newFeed } from '../connections';
import { createTypists } from './typists';
import { deliverUnnumbered } from './deliver';
import { createGaps } from './gaps';
import { type Head, readHeads } from './read-streams';

/** Streams are compared with the database in turns, so that each is looked at every 3 s and never all at once. */
const SLOTS = 6;
const SLOT_MS = 500;

/** Most streams of one question. */
const MAX_STREAMS = 1_000;

/** The streams that have subscribers in this process. */
export interface Feeds {
  /** The feed of a contact, or with an empty `contactId` of the project; made when there is none. */
  of(projectId: string, contactId: string): Feed;
  /** The feed of a contact with subscribers in this process. */
  find(projectId: string, contactId: string): Feed | undefined;
  /** Closes a feed without subscribers. */
  release(feed: Feed): void;
  start(): void;
  stop(): Promise<void>;
}

type FeedDeps = Pick<Deps, 'streams' | 'broadcast' | 'meter' | 'log'>;

const makeKey = (projectId: string, contactId: string): string => `${projectId}.${contactId}`;

/** Follows streams: broadcasts, and the rows of the database when a broadcast was lost. */
export const createFeeds = (deps: FeedDeps): Feeds => {
  const { streams, broadcast, log } = deps;
  const feeds = new Map<string, Feed>();
  const tellOutage = createOutageLog(log, { what: 'Streams' });
  const typists = createTypists((feed, data) => deliverUnnumbered(deps, feed, 'typing', data));
  let made = 0;

  const isFollowed = (feed: Feed): boolean => feeds.get(makeKey(feed.projectId, feed.contactId)) === feed;
  const gaps = createGaps(deps, { isFollowed, tellOutage });
  const heads = (asked: readonly Feed[]): Promise<Head[]> => readHeads(streams, asked);

  const endAll = (feed: Feed, reason: Reason): void => {
    for (const connection of listConnections(feed)) end(deps, connection, reason);
  };

  const hear = (feed: Feed, message: StreamMessage): void => {
    if (message.kind === 'event') gaps.take(feed, message);
    else if (feed.isOpen) typists.hear(feed, message);
  };

  /** Compares with the database's head of a stream; everything up to `asked` had been delivered when the question was sent. */
  const compare = (feed: Feed, asked: number, { seq, hasEnded }: Head): void => {
    if (!isFollowed(feed)) return;
    if (hasEnded) endAll(feed, reasons.contactEnded);
    else if (!feed.isOpen) gaps.open(feed, seq);
    else if (seq > feed.seq) gaps.fill(feed, seq);
    // The database was restored: a client that returns with its last number has to read everything again.
    else if (seq < asked) endAll(feed, reasons.streamChanged);
  };

  /** Those who come together share a question. */
  const readHead = gather(heads, { maxBatch: MAX_STREAMS, atATime: 2 });

  const rounds = createRounds(log, feeds, async (batch) => {
    const asked = batch.map(({ seq }) => seq);
    const found = await heads(batch);
    batch.forEach((feed, at) => compare(feed, asked[at] ?? 0, found[at] as Head));
  });

  let stopHearingEnds = (): void => undefined;

  return {
    of: (projectId, contactId) => {
      const known = feeds.get(makeKey(projectId, contactId));
      if (known) return known;
      const feed = newFeed(projectId, contactId, made++ % SLOTS);
      feeds.set(makeKey(projectId, contactId), feed);
      const subject = contactId === '' ? projectSubject(projectId) : contactSubject(projectId, contactId);
      // Heard first and read then: what comes between waits.
      feed.stop = broadcast.subscribe(subject, (message) => hear(feed, message as StreamMessage));
      // When it fails the rounds try again.
      readHead(feed).then(
        (head) => compare(feed, 0, head),
        (error: unknown) => tellOutage(error, { projectId }),
      );
      return feed;
    },
    find: (projectId, contactId) => feeds.get(makeKey(projectId, contactId)),
    release: (feed) => {
      if (feed.listeners.size > 0 || feed.signedIn.size > 0 || !isFollowed(feed)) return;
      feeds.delete(makeKey(feed.projectId, feed.contactId));
      feed.stop();
    },
    start: () => {
      stopHearingEnds = broadcast.subscribe(endSubject('*', '*'), (_message, subject) => {
        const [, projectId = '', contactId = ''] = subject.split('.');
        const feed = feeds.get(makeKey(projectId, contactId));
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

/** Compares streams with the database in turns. */
const createRounds = (
  log: Deps['log'],
  feeds: ReadonlyMap<string, Feed>,
  compareAll: (batch: readonly Feed[]) => Promise<void>,
): Worker => {
  let turn = 0;
  return createWorker({
    name: 'stream heads',
    interval: SLOT_MS,
    isAligned: true,
    log,
    round: async () => {
      turn = (turn + 1) % SLOTS;
      const due = [...feeds.values()].filter((feed) => feed.slot === turn);
      for (let from = 0; from < due.length; from += MAX_STREAMS)
        await compareAll(due.slice(from, from + MAX_STREAMS));
      return false;
    },
  });
};
