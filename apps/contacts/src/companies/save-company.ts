import { type Sql } from '@parley/persistence';
import { type Deps } from '../deps';
import { changedCompany, type CompanyPatch, type CompanyRow } from './company';
import { companyUpdated } from './company.events';
import { checkFreeData } from './company.input';
import { updateCompanyRow } from './company.store';
import { type Creation } from './ensure-company';
import { LEASE_MS, renameMembers } from './rename-members';
import { queueRenaming, type Renaming } from './renaming.store';

/** Milliseconds that the caller waits for contacts to take on a new name; a worker does the rest. */
const WAIT_MS = 1_000;

/** A company after a change. */
export interface SavedCompany {
  row: CompanyRow;
  /** The contacts' part of a new name, which this process has taken up. */
  renaming: Renaming | undefined;
}

/**
 * Changes a locked company, with event; nothing is written when nothing changes. Its contacts' part of a new name is left to
 * `renameWithin`. 400 for more free data than a company may have.
 */
export const changeCompany = async (
  tx: Sql,
  stored: CompanyRow,
  patch: CompanyPatch,
  { now, headers }: Creation,
): Promise<SavedCompany> => {
  const row = changedCompany(stored, patch, now);
  checkFreeData(row);
  if (row === stored) return { row, renaming: undefined };
  await updateCompanyRow(tx, row, companyUpdated(row, headers));
  if (row.name === stored.name) return { row, renaming: undefined };
  return { row, renaming: await queueRenaming(tx, row, new Date(now.getTime() + LEASE_MS)) };
};

/** Gives the contacts of a company its new name after the commit; those of a large company get it after the answer. */
export const renameWithin = async (deps: Deps, { row, renaming }: SavedCompany): Promise<void> => {
  if (!renaming) return;
  const until = Date.now() + WAIT_MS;
  const { projectId, companyId } = row;
  await renameMembers(deps, renaming, () => Date.now() > until).catch((error: unknown) =>
    deps.log.warn({ err: error, projectId, companyId }, 'Contacts of a company take on its name later'),
  );
};
