import { type Database, type LockSession, openLockSession } from '@parley/persistence';
import { type FetchedMailbox, listFetched } from './cursor.store';
import { type FetchDeps, fetchMailbox } from './fetch-mailbox';
import { releaseLock, takeLock } from './fetchers.store';

/** Milliseconds between two searches for mailboxes that no process fetches. */
const LOOK_MS = 5_000;

/** The fetchers of this process. */
export interface Fetchers {
  start(): void;
  /** Searches at once: a mailbox was changed. */
  lookNow(): void;
  stop(): Promise<void>;
}

interface Fetcher {
  mailbox: FetchedMailbox;
  abort: AbortController;
  ended: Promise<void>;
}

/**
 * Fetches each mailbox in one of the processes. The holder of its lock in the database fetches it; the locks of a process that dies are
 * free at once, and another process takes over at its next search.
 */
export const createFetchers = (db: Database, deps: FetchDeps, lookMs = LOOK_MS): Fetchers => {
  const running = new Map<string, Fetcher>();
  let session: LockSession | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;
  let isFailing = false;

  const end = async ({ mailbox: { id }, abort, ended }: Fetcher): Promise<void> => {
    abort.abort();
    await ended;
    running.delete(id);
    if (session && !session.lost.aborted) await releaseLock(session, id);
  };
  const begin = (mailbox: FetchedMailbox, { lost }: LockSession): void => {
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, lost]);
    const ended = fetchMailbox(deps, mailbox, signal).catch((error: unknown) =>
      deps.log.error({ err: error, mailbox: mailbox.id }, 'A fetcher ended'),
    );
    const fetcher = { mailbox, abort, ended };
    running.set(mailbox.id, fetcher);
    // A lock that cannot be given back ends with its connection.
    void ended
      .then(() => (isStopped || signal.aborted ? undefined : end(fetcher)))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'The lock of a mailbox was not given back'));
  };
  const look = async (): Promise<void> => {
    const wanted = new Map((await listFetched(db)).map((one) => [one.id, one]));
    if (session?.lost.aborted) {
      await Promise.all([...running.values()].map(({ ended }) => ended));
      running.clear();
      session = undefined;
    }
    const outdated = [...running.values()].filter(
      ({ mailbox }) => wanted.get(mailbox.id)?.revision !== mailbox.revision,
    );
    await Promise.all(outdated.map(end));
    // A process without mailboxes needs no connection for their locks.
    if (isStopped || wanted.size === 0) return;
    session ??= await openLockSession(db);
    for (const mailbox of wanted.values()) {
      if (isStopped) return;
      if (!running.has(mailbox.id) && (await takeLock(session, mailbox.id))) begin(mailbox, session);
    }
  };
  const lookOnce = (): Promise<void> =>
    (looking ??= look()
      .then(
        () => {
          if (isFailing) deps.log.info('Mailboxes to fetch are searched for again');
          isFailing = false;
        },
        (error: unknown) => {
          // Once: the database may be away for long.
          if (!isFailing) deps.log.warn({ err: error }, 'Mailboxes to fetch cannot be searched for');
          isFailing = true;
        },
      )
      .finally(() => {
        looking = undefined;
      }));

  return {
    start: () => {
      void lookOnce();
      timer = setInterval(() => void lookOnce(), lookMs).unref();
    },
    // A search that runs may have read the mailbox before its change.
    lookNow: () => void (looking ? looking.then(lookOnce) : lookOnce()),
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await looking;
      for (const { abort } of running.values()) abort.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await session?.close().catch(() => undefined);
    },
  };
};
