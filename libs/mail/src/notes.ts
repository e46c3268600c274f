import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, runTransaction, type Sql } from '@parley/persistence';
import type { TakenMail } from './mail-job.store';
import type { RefusedRecipient } from './transport';

/** Notes of a service on what became of its mails. */
export interface MailNotes {
  /** Writes one in the transaction that reports the mail. It may run again. */
  write(tx: Sql, mail: NotedMail, outcome: MailOutcome): Promise<void>;
  /** Called when it is committed. */
  written(): void;
}

/** A mail as far as a note needs it. */
export type NotedMail = Pick<TakenMail, 'id' | 'projectId' | 'mail'>;

/** What became of a mail. */
export interface MailOutcome {
  /** `queued` is a mail that a server refused for now, and that is tried again. `skipped` is one that `gather` answered nothing for. */
  status: 'sent' | 'failed' | 'skipped' | 'queued';
  /** Message ids of the mail and of those that left in it. */
  ids: readonly string[];
  /** Those of them that the mail did not say. */
  unsaid?: readonly string[];
  /** The reason, of a mail that was not sent. */
  detail?: string;
  /** Recipients with a state of their own: those that a server refused by themselves. */
  refused?: readonly RefusedRecipient[];
}

/** Milliseconds that a report is repeated. */
const REPORT_MS = 60_000;

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

/** Reports what became of a mail by `mark`. */
export type Reporter = <T>(
  mail: NotedMail,
  outcome: MailOutcome | undefined,
  mark: (sql: Sql) => Promise<T>,
) => Promise<T>;

/** Makes reports of mails, each with its note in one transaction. A report without an outcome or notes needs no transaction. */
export const createReporter =
  ({ db, notes }: { db: Pick<Database, 'query' | 'transaction'>; notes?: MailNotes }): Reporter =>
  async (mail, outcome, mark) => {
    if (!notes || !outcome) return persistently(() => mark(db));
    const marked = await persistently(() =>
      runTransaction(db, async (tx) => {
        await notes.write(tx, mail, outcome);
        return mark(tx);
      }),
    );
    notes.written();
    return marked;
  };
