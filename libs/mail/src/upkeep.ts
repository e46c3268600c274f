import { adoptJobs, type FormerQueue, type Outcome } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import { dueErasures, endErasures, pruneMails, untilErasure, UPKEEP_BATCH } from './mail-job.store';
import { mailJob } from './mail-jobs';
import type { MailTransport } from './transport';

/** Days a sent or failed mail is kept, for its id and its message id. */
export const MAIL_RETENTION_DAYS = 30;

/** Mails that processes of a former release queued, which know no jobs. */
const formerQueue: FormerQueue = {
  job: mailJob.name,
  from: `mail_job WHERE status IN ('pending', 'sending')`,
  key: 'COALESCE(aggregate_id, id)',
  payload: `jsonb_build_object('isAlone', aggregate_id IS NULL)`,
};

/** Dependencies of the upkeep. */
export interface UpkeepOptions {
  db: Sql;
  transport: Pick<MailTransport, 'erase'>;
  now(): Date | undefined;
}

/** The handler of the standing job that removes old mails, and erased ones where the transport keeps them. */
export const createUpkeep = ({ db, transport, now }: UpkeepOptions): (() => Promise<Outcome>) => {
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

  return async () => {
    await adoptJobs(db, [formerQueue], now() ?? new Date());
    const pruned = await pruneMails(db, now(), MAIL_RETENTION_DAYS);
    const erased = await erase();
    if (Math.max(pruned, erased) === UPKEEP_BATCH) return { goOnIn: 0 };
    const wait = await untilErasure(db, now());
    return wait === undefined ? undefined : { goOnIn: Math.max(wait, 0) };
  };
};
