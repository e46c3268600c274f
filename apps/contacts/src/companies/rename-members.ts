import { addJob, defineJob, type Doer, type Task } from '@parley/jobs';
import { runTransaction, type Sql } from '@parley/persistence';
import { contactUpdated, changedContact } from '../contacts';
import type { Deps } from '../deps';
import { type CompanyKey, findCompany } from './company.store';
import { lockMisnamed, type Place, writeNames } from './member-name.store';

/** Contacts that are renamed in one transaction; each may carry megabytes of free data. */
const CHUNK = 50;

/** Gives the contacts of a company, the job's key, its present name. */
export const renamingJob = defineJob<object>({ name: 'company names', concurrency: 2 });

/** Asks for it in the transaction that changes the name. */
export const queueRenaming = (tx: Sql, { projectId, companyId }: CompanyKey, now: Date): Promise<void> =>
  addJob(tx, renamingJob, {}, { projectId, key: companyId, now });

/**
 * Renames in small transactions of their own, until all members have the name. After a crash the next process starts again and
 * skips those that have it.
 */
export const createRenamer = ({
  db,
  clock,
  wakeEvents,
}: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>): Doer<object> => ({
  handle: async (_payload, task) => {
    let step: Step = { hasEnded: false, after: undefined };
    while (!step.hasEnded) {
      task.signal.throwIfAborted();
      const { after } = step;
      step = await runTransaction(db, (tx) => renameChunk(tx, task, after, clock()));
      wakeEvents();
    }
  },
});

interface Step {
  hasEnded: boolean;
  /** Where the next step goes on; undefined for the beginning. */
  after: Place | undefined;
}

const renameChunk = async (tx: Sql, task: Task, after: Place | undefined, now: Date): Promise<Step> => {
  const key = { projectId: task.projectId, companyId: task.key };
  const company = await findCompany(tx, key);
  const companyName = company?.name ?? null;
  const rows = company ? await lockMisnamed(tx, key, { name: companyName, after, limit: CHUNK }) : [];
  // After the contacts, in the order in which others lock them. While it is held the name that was read stays valid.
  await task.hold(tx);
  if (rows.length === 0 && after === undefined) {
    await task.end(tx);
    return { hasEnded: true, after };
  }
  const renamed = rows.flatMap(
    (row) => changedContact(row, {}, { companyId: row.companyId, companyName }, now) ?? [],
  );
  await writeNames(
    tx,
    renamed,
    renamed.map((row) => contactUpdated(row, {})),
  );
  // From the beginning once more at the end: a contact may have changed its position in between.
  return { hasEnded: false, after: rows.length < CHUNK ? undefined : rows.at(-1) };
};
