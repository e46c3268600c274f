import { runTransaction, type Sql } from '@parley/persistence';
import { contactUpdated } from '../contacts/contact.events';
import { changedContact } from '../contacts/contact.changes';
import { type Deps } from '../deps';
import { findCompany } from './company.store';
import {
  claimRenaming,
  endRenaming,
  holdRenaming,
  lockMisnamed,
  type Place,
  type Renaming,
  writeNames,
} from './renaming.store';

/** Whether there is something to do. */
export { RENAMING_DUE } from './renaming.store';

/** Contacts that are renamed in one transaction; each may carry megabytes of free data. */
const CHUNK = 50;
/** Milliseconds until a renaming that was taken up and not gone on with is taken up again. */
export const LEASE_MS = 10_000;

type RenamingDeps = Pick<Deps, 'db' | 'clock' | 'wakeEvents'>;

interface Step {
  /** Whether nothing is left to do for whoever holds the renaming. */
  ended: boolean;
  /** Where the next step goes on; undefined for the beginning. */
  after: Place | undefined;
}

const renameChunk = async (
  tx: Sql,
  renaming: Renaming,
  after: Place | undefined,
  now: Date,
): Promise<Step> => {
  const company = await findCompany(tx, renaming);
  const companyName = company?.name ?? null;
  const rows = company ? await lockMisnamed(tx, renaming, { name: companyName, after, limit: CHUNK }) : [];
  // After the contacts, in the order in which others lock them. While it is held the name that was read stays valid.
  const isHeld = await holdRenaming(tx, renaming, new Date(now.getTime() + LEASE_MS));
  if (!isHeld) return { ended: true, after };
  if (rows.length === 0 && after === undefined) {
    await endRenaming(tx, renaming);
    return { ended: true, after };
  }
  const renamed = rows.flatMap(
    (row) => changedContact(row, {}, { companyId: row.companyId, companyName }, now) ?? [],
  );
  await writeNames(
    tx,
    renamed,
    renamed.map((row) => contactUpdated(row, {})),
  );
  // From the beginning once more at the end: a contact may have changed its place in the order meanwhile.
  return { ended: false, after: rows.length < CHUNK ? undefined : rows.at(-1) };
};

/**
 * Gives the contacts of a company its present name, in small transactions of their own, until all have it, `until` is
 * reached or someone else has taken over. Whoever takes it up after a crash begins anew and passes over those that have
 * the name already. Answers whether it ended.
 */
export const renameMembers = async (
  { db, clock, wakeEvents }: RenamingDeps,
  renaming: Renaming,
  until: () => boolean,
): Promise<boolean> => {
  let after: Place | undefined;
  while (!until()) {
    const step = await runTransaction(db, (tx) => renameChunk(tx, renaming, after, clock()));
    wakeEvents();
    if (step.ended) return true;
    after = step.after;
  }
  // Whoever looks next goes on.
  await holdRenaming(db, renaming, clock());
  return false;
};

/** Takes up one renaming that is due. Answers whether there was one. */
export const finishRenaming = async (deps: RenamingDeps, signal: AbortSignal): Promise<boolean> => {
  const now = deps.clock();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const renaming = await claimRenaming(deps.db, { now, leaseUntil });
  if (!renaming) return false;
  await renameMembers(deps, renaming, () => signal.aborted);
  return true;
};
