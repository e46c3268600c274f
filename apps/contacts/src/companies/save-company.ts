import type { Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { changedCompany, type CompanyPatch, type CompanyRow } from './company';
import { companyUpdated } from './company.events';
import { checkFreeData } from './company.input';
import { updateCompanyRow } from './company.store';
import type { Creation } from './ensure-company';
import { patience } from '../patience';
import { queueRenaming, renamingJob } from './rename-members';

/** Milliseconds that the caller waits for contacts to take on a new name; a worker does the rest. */
const WAIT_MS = 1_000;

/** A company after a change. */
export interface SavedCompany {
  row: CompanyRow;
  /** Whether its contacts take on a new name. */
  isRenamed: boolean;
}

/**
 * Changes a locked company, with event; nothing is written when nothing changes. Its contacts' part of a new name is a job. 400 for more free data than a company may have.
 */
export const changeCompany = async (
  tx: Sql,
  stored: CompanyRow,
  patch: CompanyPatch,
  { now, headers }: Creation,
): Promise<SavedCompany> => {
  const row = changedCompany(stored, patch, now);
  checkFreeData(row);
  if (row === stored) return { row, isRenamed: false };
  await updateCompanyRow(tx, row, companyUpdated(row, headers));
  const isRenamed = row.name !== stored.name;
  if (isRenamed) await queueRenaming(tx, row, now);
  return { row, isRenamed };
};

/** Waits a little until the contacts of a company have its new name; those of a large company get it after the answer. */
export const awaitNames = async (
  { jobs }: Pick<Deps, 'jobs'>,
  { row: { projectId, companyId }, isRenamed }: SavedCompany,
  context: CallContext,
): Promise<void> => {
  if (isRenamed) await jobs.attempted(renamingJob, { projectId, key: companyId }, patience(context, WAIT_MS));
};
