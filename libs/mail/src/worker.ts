import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, isEngineAway, keptMessage } from '@parley/errors';
import { type Database } from '@parley/persistence';
import { createOutageLog } from '@parley/telemetry';
import { type Logger } from 'pino';
import {
  claimJobs,
  type ClaimedJob,
  dueErasures,
  endErasures,
  lagOf,
  MAIL_DUE,
  markFailed,
  markSent,
  PRUNE_BATCH,
  pruneJobs,
} from './mail-job.store';
import { type Mail } from './mail';
import { MAX_MAIL_ATTEMPTS, retryDelay } from './retries';
import { MailDeliveryError, type MailTransport } from './transport';

/** What a worker needs. */
export interface MailWorkerOptions {
  db: Database;
  transport: MailTransport;
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  /** What leaves when a mail is due: itself without this, nothing for undefined. Asked for again at every attempt. */
  gather?: (job: ClaimedJob) => Promise<Gathered | undefined>;
  /** Adds what is made when a mail leaves and not when it is queued, e.g. what a key signs that may be replaced. */
  finish?: (mail: Mail, projectId: string) => Mail | Promise<Mail>;
  /** Time for leases and retries; default: the database's clock. */
  clock?: () => Date;
  /**
   * Most mails at a time; default 10: twice the connections of the SMTP transport, so that none of them waits while a
   * mail is taken from the queue or reported.
   */
  concurrency?: number;
  /** Milliseconds a worker may take for one mail before another one sends it again; default 60,000. */
  lease?: number;
  /** Milliseconds between looks at the queue without `wake`; default 2,500. Longer where somebody asks `due` and wakes. */
  pollInterval?: number;
}

/** A mail that says what several queued ones say. */
export interface Gathered {
  mail: Mail;
  /** Ids of the others, which leave in it. */
  together: readonly string[];
}

/** Sends the queued mails of one database. Any number of workers may run at a time. */
export interface MailWorker {
  start(): void;
  /** Takes no more mails and waits for those being sent. */
  stop(): Promise<void>;
  /** An SQL expression that is true while a mail is due, by the database's clock. */
  readonly due: string;
  /** Looks at the queue now, e.g. after a commit. */
  wake(): void;
  /** Seconds the most overdue mail has been waiting. */
  lag(): Promise<number>;
}

/** Days a finished job is kept, for its id and its message id. */
export const MAIL_RETENTION_DAYS = 30;

const PRUNE_INTERVAL = 3_600_000;

const isPermanent = (error: unknown): boolean =>
  error instanceof MailDeliveryError
    ? error.permanent
    : error instanceof DomainError && error.kind === 'invalid';

const codeOf = (error: unknown): string => {
  if (error instanceof MailDeliveryError) return error.code;
  return error instanceof DomainError ? error.reason : 'UNKNOWN';
};

/** Repeats a report while the lease lasts: a mail that left and was not reported is sent a second time. */
const persistently = async <T>(report: () => Promise<T>, lease: number): Promise<T> => {
  const end = Date.now() + lease;
  for (let wait = 100; ; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await report();
    } catch (error) {
      if (Date.now() + wait > end) throw error;
      await sleep(wait);
    }
  }
};

/** Makes a worker; it does nothing until `start`. */
export const createMailWorker = (options: MailWorkerOptions): MailWorker => {
  const { db, transport, log, clock, concurrency = 10, lease = 60_000, pollInterval = 2_500 } = options;
  const finish = options.finish ?? ((mail) => mail);
  const gather = options.gather ?? (async ({ mail }): Promise<Gathered> => ({ mail, together: [] }));
  const now = (): Date | undefined => clock?.();
  const tellOutage = createOutageLog(log, { what: 'Looks at the mail queue' });
  const sending = new Set<Promise<void>>();
  let running = false;
  let looking: Promise<void> | undefined;
  const outside = AsyncLocalStorage.snapshot();
  let lookAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let prunedAt = 0;

  const fail = async (job: ClaimedJob, error: unknown): Promise<void> => {
    const retryIn = isPermanent(error) ? undefined : retryDelay(job.attempts);
    await persistently(() => markFailed(db, now(), job, { error: keptMessage(error), retryIn }), lease);
    const facts = {
      job: job.id,
      projectId: job.projectId,
      attempt: job.attempts,
      retryIn,
      code: codeOf(error),
    };
    if (retryIn === undefined) log.error(facts, 'mail failed for good');
    else log.warn(facts, 'mail not sent, another attempt follows');
  };

  const deliver = async (job: ClaimedJob): Promise<void> => {
    if (job.resumed)
      log.warn({ job: job.id, attempt: job.attempts }, 'mail may be sent twice: its worker did not report');
    // Also counts attempts that ended with their process.
    if (job.attempts > MAX_MAIL_ATTEMPTS)
      return fail(
        job,
        new MailDeliveryError('No attempt came to an end.', { permanent: true, code: 'ATTEMPTS' }),
      );
    let gathered: Gathered | undefined;
    try {
      gathered = await gather(job);
      if (gathered) await transport.send(await finish(gathered.mail, job.projectId));
    } catch (error) {
      return fail(job, error);
    }
    const held = await persistently(() => markSent(db, now(), job, gathered?.together ?? []), lease);
    const { id, projectId, mail, attempts: attempt } = job;
    log.debug({ job: id, projectId, messageId: mail.messageId, attempt, held }, 'mail sent');
  };

  const begin = (job: ClaimedJob): void => {
    const work = deliver(job)
      .catch((error: unknown) => log.error({ job: job.id, err: error }, 'mail could not be reported'))
      .finally(() => {
        sending.delete(work);
        wake();
      });
    sending.add(work);
  };

  const prune = async (): Promise<void> => {
    if (Date.now() - prunedAt < PRUNE_INTERVAL) return;
    const removed = await pruneJobs(db, now(), MAIL_RETENTION_DAYS);
    // A full batch means that more may be waiting.
    if (removed < PRUNE_BATCH) prunedAt = Date.now();
  };

  /** Deletes what was forgotten, e.g. with its contact. */
  const erase = async (): Promise<void> => {
    const due = await dueErasures(db, now());
    if (due.length === 0) return;
    await transport.erase?.(due.map(({ messageId }) => messageId));
    await endErasures(
      db,
      due.map(({ seq }) => seq),
    );
    lookAgain = true;
  };

  const look = async (): Promise<void> => {
    try {
      const free = concurrency - sending.size;
      if (free > 0) (await claimJobs(db, { now: now(), limit: free, lease })).forEach(begin);
      await erase();
      await prune();
    } catch (error) {
      if (isEngineAway(error)) tellOutage(error, {});
      else log.error({ err: error }, 'mail queue could not be read');
    }
  };

  const wake = (): void => {
    if (!running) return;
    if (looking) {
      lookAgain = true;
      return;
    }
    lookAgain = false;
    looking = look().finally(() => {
      looking = undefined;
      if (lookAgain) wake();
    });
  };

  return {
    start: () => {
      if (running) return;
      running = true;
      timer = setInterval(wake, pollInterval);
      wake();
    },
    stop: async () => {
      running = false;
      clearInterval(timer);
      await looking;
      await Promise.all(sending);
    },
    due: MAIL_DUE,
    // Whose request wakes the worker says nothing about the mails that it finds.
    wake: () => outside(wake),
    lag: () => lagOf(db, now()),
  };
};
