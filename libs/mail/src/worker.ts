import type { Jobs, Outcome, Task } from '@parley/jobs';
import type { Database } from '@parley/persistence';
import type { Logger } from 'pino';
import {
  findSending,
  giveUpSending,
  readLag,
  type Line,
  markSent,
  takeMail,
  type TakenMail,
} from './mail-job.store';
import { asLasting, createFailures, listWaiting } from './failures';
import type { Mail } from './mail';
import { mailJob, mailUpkeepJob } from './mail-jobs';
import { createReporter, type MailNotes } from './notes';
import { MAX_MAIL_ATTEMPTS, retryDelay } from './retries';
import { MailDeliveryError, type MailTransport, type RefusedRecipient } from './transport';
import { createUpkeep } from './upkeep';

/** What sending needs. */
export interface MailWorkerOptions {
  db: Pick<Database, 'query' | 'transaction'>;
  jobs: Pick<Jobs, 'work'>;
  transport: MailTransport;
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  /** What leaves when a mail is due: itself without this, nothing for undefined. Asked for again at every attempt. */
  gather?: (mail: TakenMail) => Promise<Gathered | undefined>;
  /**
   * Adds the parts that are made when a mail leaves and not when it is queued, e.g. a signature with a key that may be replaced.
   */
  finish?: (mail: Mail, projectId: string) => Mail | Promise<Mail>;
  /** Notes what became of mails. */
  notes?: MailNotes;
  /** Time of mails; default: the database's clock. */
  clock?: () => Date;
}

/** A mail that says what several queued ones say. */
export interface Gathered {
  mail: Mail;
  /** Ids of the others, which leave in it. */
  together: readonly string[];
  /** Ids of those among all of them that it does not say. */
  unsaid?: readonly string[];
}

/** The queue of a service's mails. */
export interface MailQueue {
  /** Seconds the most overdue mail has been waiting. */
  lag(): Promise<number>;
}

/** Milliseconds after which a mail is looked at again that a process of a former release took at the same moment. */
const TAKEN_MS = 1_000;

/** Milliseconds after which a line lets others have their turn. */
const TURN_MS = 1_000;

const noEnd = (): MailDeliveryError =>
  new MailDeliveryError('No attempt came to an end.', { permanent: true, code: 'ATTEMPTS' });

/** Runs the jobs that send the queued mails of a service's database and remove old ones. */
export const createMailWorker = (options: MailWorkerOptions): MailQueue => {
  const { db, jobs, transport, log, clock } = options;
  const finish = options.finish ?? ((mail) => mail);
  const gather = options.gather ?? (async ({ mail }): Promise<Gathered> => ({ mail, together: [] }));
  const now = (): Date | undefined => clock?.();
  const report = createReporter(options);
  const { fail, sendLater } = createFailures({ report, now, log });

  const deliver = async (line: Line, mail: TakenMail, task: Task): Promise<Outcome | 'ended'> => {
    const { id, projectId, attempts: attempt, resumed } = mail;
    if (resumed) log.warn({ job: id, attempt }, 'mail may be sent twice: its worker did not report');
    // Also counts attempts that ended with their process.
    if (attempt > MAX_MAIL_ATTEMPTS) return fail(mail, noEnd());
    let gathered: Gathered | undefined;
    let refused: readonly RefusedRecipient[] = [];
    try {
      gathered = await gather(mail);
      if (gathered) refused = (await transport.send(await finish(gathered.mail, projectId))) ?? [];
    } catch (error) {
      return fail(mail, error);
    }
    const retryIn = retryDelay(attempt);
    if (retryIn !== undefined && listWaiting(refused)) return sendLater(mail, refused, retryIn);
    const { together = [], unsaid = [] } = gathered ?? {};
    const outcome = {
      status: gathered ? 'sent' : 'skipped',
      ids: [id, ...together],
      unsaid,
      refused: asLasting(refused),
    } as const;
    const { held, hasMore, isEnded } = await report(mail, outcome, (sql) =>
      markSent(sql, now(), line, { mail, together }, task),
    );
    log.debug({ job: id, projectId, messageId: mail.mail.messageId, attempt, held }, 'mail sent');
    if (isEnded) return 'ended';
    return hasMore ? { goOnIn: 0 } : undefined;
  };

  /** Ends the mail of a line with which processes died. */
  const giveUp = async (line: Line): Promise<void> => {
    const detail = noEnd().message;
    const mails = await findSending(db, line);
    for (const mail of mails)
      await report(mail, { status: 'failed', ids: [mail.id], detail }, (sql) =>
        giveUpSending(sql, mail.id, detail),
      );
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

  jobs.work(mailJob, {
    handle: ({ isAlone }, task) => takeTurn({ projectId: task.projectId, key: task.key, isAlone }, task),
    giveUp: async ({ isAlone }, _reason, place) => {
      await giveUp({ ...place, isAlone });
      // Those behind it go on.
      return { goOnIn: 0 };
    },
  });
  jobs.work(mailUpkeepJob, { handle: createUpkeep({ db, transport, now }) });
  return { lag: () => readLag(db, now()) };
};
