import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, keptMessage } from '@parley/errors';
import { adoptJobs, type FormerQueue, type Jobs, type Outcome, type Task } from '@parley/jobs';
import type { Database } from '@parley/persistence';
import type { Logger } from 'pino';
import {
  dueErasures,
  endErasures,
  giveUpSending,
  readLag,
  type Line,
  markFailed,
  markSent,
  pruneMails,
  takeMail,
  type TakenMail,
  untilErasure,
  UPKEEP_BATCH,
} from './mail-job.store';
import type { Mail } from './mail';
import { mailJob, mailUpkeepJob } from './mail-jobs';
import { MAX_MAIL_ATTEMPTS, retryDelay } from './retries';
import { MailDeliveryError, type MailTransport } from './transport';

/** What sending needs. */
export interface MailWorkerOptions {
  db: Pick<Database, 'query'>;
  jobs: Pick<Jobs, 'work'>;
  transport: MailTransport;
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  /** What leaves when a mail is due: itself without this, nothing for undefined. Asked for again at every attempt. */
  gather?: (mail: TakenMail) => Promise<Gathered | undefined>;
  /**
   * Adds the parts that are made when a mail leaves and not when it is queued, e.g. a signature with a key that may be replaced.
   */
  finish?: (mail: Mail, projectId: string) => Mail | Promise<Mail>;
  /** Time of mails; default: the database's clock. */
  clock?: () => Date;
}

/** A mail that says what several queued ones say. */
export interface Gathered {
  mail: Mail;
  /** Ids of the others, which leave in it. */
  together: readonly string[];
}

/** The queue of a service's mails. */
export interface MailQueue {
  /** Seconds the most overdue mail has been waiting. */
  lag(): Promise<number>;
}

/** Days a sent or failed mail is kept, for its id and its message id. */
export const MAIL_RETENTION_DAYS = 30;

/** Milliseconds that a report is repeated. */
const REPORT_MS = 60_000;

const isPermanent = (error: unknown): boolean =>
  error instanceof MailDeliveryError
    ? error.permanent
    : error instanceof DomainError && error.kind === 'invalid';

const toCode = (error: unknown): string => {
  if (error instanceof MailDeliveryError) return error.code;
  return error instanceof DomainError ? error.reason : 'UNKNOWN';
};

/** Repeats a report for a while: a mail that left and was not reported is sent a second time. */
const persistently = async <T>(report: () => Promise<T>): Promise<T> => {
  const end = Date.now() + REPORT_MS;
  for (let wait = 100; ; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await report();
    } catch (error) {
      if (Date.now() + wait > end) throw error;
      await sleep(wait);
    }
  }
};

/** Milliseconds after which a mail is looked at again that a process of a former release took at the same moment. */
const TAKEN_MS = 1_000;

/** Milliseconds after which a line lets others have their turn. */
const TURN_MS = 1_000;

const noEnd = (): MailDeliveryError =>
  new MailDeliveryError('No attempt came to an end.', { permanent: true, code: 'ATTEMPTS' });

/** Mails that processes of a former release queued, which know no jobs. */
const formerQueue: FormerQueue = {
  job: mailJob.name,
  from: `mail_job WHERE status IN ('pending', 'sending')`,
  key: 'COALESCE(aggregate_id, id)',
  payload: `jsonb_build_object('isAlone', aggregate_id IS NULL)`,
};

/** Runs the jobs that send the queued mails of a service's database and remove old ones. */
export const createMailWorker = (options: MailWorkerOptions): MailQueue => {
  const { db, jobs, transport, log, clock } = options;
  const finish = options.finish ?? ((mail) => mail);
  const gather = options.gather ?? (async ({ mail }): Promise<Gathered> => ({ mail, together: [] }));
  const now = (): Date | undefined => clock?.();

  const fail = async (mail: TakenMail, error: unknown): Promise<Outcome> => {
    const retryIn = isPermanent(error) ? undefined : retryDelay(mail.attempts);
    await persistently(() => markFailed(db, now(), mail, { error: keptMessage(error), retryIn }));
    const { id, projectId, attempts: attempt } = mail;
    const facts = { job: id, projectId, attempt, retryIn, code: toCode(error) };
    if (retryIn === undefined) log.error(facts, 'mail failed for good');
    else log.warn(facts, 'mail not sent, another attempt follows');
    return { goOnIn: retryIn ?? 0 };
  };

  const deliver = async (line: Line, mail: TakenMail, task: Task): Promise<Outcome | 'ended'> => {
    const { id, projectId, attempts: attempt, resumed } = mail;
    if (resumed) log.warn({ job: id, attempt }, 'mail may be sent twice: its worker did not report');
    // Also counts attempts that ended with their process.
    if (attempt > MAX_MAIL_ATTEMPTS) return fail(mail, noEnd());
    let gathered: Gathered | undefined;
    try {
      gathered = await gather(mail);
      if (gathered) await transport.send(await finish(gathered.mail, projectId));
    } catch (error) {
      return fail(mail, error);
    }
    const report = { mail, together: gathered?.together ?? [] };
    const { held, hasMore, isEnded } = await persistently(() => markSent(db, now(), line, report, task));
    log.debug({ job: id, projectId, messageId: mail.mail.messageId, attempt, held }, 'mail sent');
    if (isEnded) return 'ended';
    return hasMore ? { goOnIn: 0 } : undefined;
  };

  /** Sends the mails of a line, in a turn after a death only one: otherwise its death would count for the next mail. */
  const takeTurn = async (line: Line, task: Task): Promise<Outcome | 'ended'> => {
    const end = performance.now() + TURN_MS;
    for (;;) {
      const turn = await takeMail(db, now(), line);
      if (!turn) return undefined;
      if (!turn.taken) return { goOnIn: Math.ceil(turn.waitMs) || TAKEN_MS };
      const outcome = await deliver(line, turn.taken, task);
      const isNext = typeof outcome === 'object' && 'goOnIn' in outcome && outcome.goOnIn === 0;
      if (!isNext || task.deaths > 0 || task.signal.aborted || performance.now() > end) return outcome;
    }
  };

  /** Deletes erased mails, e.g. those of a deleted contact. Answers how many. */
  const erase = async (): Promise<number> => {
    const due = await dueErasures(db, now());
    if (due.length === 0) return 0;
    await transport.erase?.(due.map(({ messageId }) => messageId));
    await endErasures(
      db,
      due.map(({ seq }) => seq),
    );
    return due.length;
  };

  const lookAfter = async (): Promise<Outcome> => {
    await adoptJobs(db, [formerQueue], now() ?? new Date());
    const pruned = await pruneMails(db, now(), MAIL_RETENTION_DAYS);
    const erased = await erase();
    if (Math.max(pruned, erased) === UPKEEP_BATCH) return { goOnIn: 0 };
    const wait = await untilErasure(db, now());
    return wait === undefined ? undefined : { goOnIn: Math.max(wait, 0) };
  };

  jobs.work(mailJob, {
    handle: ({ isAlone }, task) => takeTurn({ projectId: task.projectId, key: task.key, isAlone }, task),
    giveUp: async ({ isAlone }, _reason, place) => {
      await giveUpSending(db, { ...place, isAlone }, noEnd().message);
      // Those behind it go on.
      return { goOnIn: 0 };
    },
  });
  jobs.work(mailUpkeepJob, { handle: lookAfter });
  return { lag: () => readLag(db, now()) };
};
