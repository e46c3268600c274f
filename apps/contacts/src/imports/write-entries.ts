import { raced } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import { ensureCompanies } from '../companies';
import { type ContactRow, contactCreated, contactUpdated, changedBy } from '../contacts';
import type { Origin } from '../saving';
import type { Deps } from '../deps';
import { type Imported, type ImportEntry, collectKeys } from './import-entry';
import {
  addContacts,
  appendEvents,
  appendIdentityEntries,
  changeContacts,
  findImported,
  lockContacts,
  lockEmails,
  lockImports,
} from './import.store';
import { type ImportPlan, planImport } from './plan-import';

/** Attempts when contacts of an import change at the same time. */
const ATTEMPTS = 5;

/** A contact appeared that the transaction did not know of when it began. */
class ContactAppeared extends Error {}

const tooRestless = (): Error => raced('SESSION_RACED');

/** The contacts that entries meet, locked: the search is repeated until its result is stable. */
const lockMatches = async (
  tx: Sql,
  projectId: string,
  entries: readonly ImportEntry[],
): Promise<ContactRow[]> => {
  const keys = collectKeys(entries);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await findImported(tx, projectId, keys);
    if (found.length === 0) return [];
    const before = new Map(found.map((row) => [row.id, row]));
    const locked = await lockContacts(tx, projectId, [...before.keys()]);
    const isSame = ({ id, version }: ContactRow): boolean => before.get(id)?.version === version;
    if (locked.length === found.length && locked.every(isSame)) return locked;
  }
  throw tooRestless();
};

const isOtherwise = (
  names: ReadonlyMap<string, string | null>,
  assumed: ReadonlyMap<string, string | null>,
): boolean => Array.from(assumed).some(([companyId, name]) => names.get(companyId) !== name);

/** Plans with the companies that the entries name, which are there and locked afterwards. */
const planRound = async (
  tx: Sql,
  entries: readonly ImportEntry[],
  rows: readonly ContactRow[],
  origin: Origin,
): Promise<ImportPlan> => {
  const plan = planImport(entries, rows, new Map(), origin);
  const names = await ensureCompanies(tx, origin.scope, plan.companies, origin);
  return isOtherwise(names, plan.companies) ? planImport(entries, rows, names, origin) : plan;
};

const writePlan = async (tx: Sql, { contacts }: ImportPlan, origin: Origin): Promise<void> => {
  const { scope, method, now, headers } = origin;
  const created = contacts.filter(({ stored }) => !stored);
  const changed = contacts.filter(({ row, stored }) => stored && stored !== row);
  if (
    !(await addContacts(
      tx,
      created.map(({ row }) => row),
    ))
  )
    throw new ContactAppeared();
  await changeContacts(
    tx,
    scope.projectId,
    changed.map(({ row }) => row),
  );
  await appendEvents(tx, [
    ...created.map(({ row }) => contactCreated(row, headers)),
    ...changed.map(({ row }) => contactUpdated(row, headers)),
  ]);
  const by = changedBy(scope.actor, method);
  const entries = contacts.flatMap(({ row, identity }) =>
    identity.map((changes) => ({
      projectId: scope.projectId,
      contactId: row.id,
      at: now,
      changes,
      by,
    })),
  );
  await appendIdentityEntries(tx, scope.projectId, entries);
};

/**
 * Writes entries into the contacts they meet, with identity history and events, by a handful of statements whatever
 * their number. Answers what became of each, null for one without a key. 403 for other tags without SESSION_TAGS_UPDATE.
 */
export const writeEntries = async (
  tx: Sql,
  entries: readonly ImportEntry[],
  origin: Origin,
): Promise<(Imported | null)[]> => {
  const { projectId } = origin.scope;
  await lockImports(tx, projectId);
  await lockEmails(tx, projectId, collectKeys(entries).emails);
  const outcomes: (Imported | null)[] = [];
  while (outcomes.length < entries.length) {
    const rest = entries.slice(outcomes.length);
    const plan = await planRound(tx, rest, await lockMatches(tx, projectId, rest), origin);
    await writePlan(tx, plan, origin);
    outcomes.push(...plan.outcomes);
  }
  return outcomes;
};

/**
 * One transaction of an import, begun again when a contact appears in between. At most two run at a time in a process,
 * so that imports leave connections and locks to everyone else.
 */
export const importTransaction = <T>(
  { db, importTurns }: Pick<Deps, 'db' | 'importTurns'>,
  work: (tx: Sql) => Promise<T>,
): Promise<T> =>
  importTurns.add(async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        return await runTransaction(db, work);
      } catch (error) {
        if (!(error instanceof ContactAppeared)) throw error;
      }
    }
    throw tooRestless();
  });
