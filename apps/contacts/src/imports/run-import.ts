import { DomainError } from '@parley/errors';
import { newId } from '@parley/persistence';
import { roleAllows } from '@parley/auth';
import { type Origin } from '../contacts/save-contact';
import { type Deps } from '../deps';
import {
  accessContext,
  type HeldImport,
  type ImportCounts,
  type ImportProblem,
  readAccess,
} from './import-job';
import {
  advanceImport,
  claimImport,
  extendLease,
  finishImport,
  lockHeldImport,
  postponeImport,
  releaseImport,
} from './import-job.store';
import { type ImportEntry } from './import-entry';
import { delayAfter, isFinal } from './import-retries';
import { type PlatformPage, platformTitles } from './platforms/platform';
import { createPlatformClient } from './platforms/platform-client';
import { toEntry } from './platforms/platform-contact';
import { PlatformError } from './platforms/platform-error';
import { readers } from './platforms/readers';
import { writeCompanies } from './write-companies';
import { importTransaction, writeEntries } from './write-entries';

/** Whether there is something to do. */
export { IMPORT_DUE } from './import-job.store';

/** Milliseconds that an import belongs to a process which does not report. */
export const LEASE_MS = 60_000;
const REPORT_MS = 15_000;

/** Pages until other imports have their turn. */
const PAGES_PER_TURN = 10;

const ABANDONED = 'The process that worked on it ended again and again.';

/** The import went to another process. */
class LeaseLost extends Error {}

const originOf = ({ projectId, organisationId, id, startedBy }: HeldImport, now: Date): Origin => ({
  scope: { ...startedBy, projectId, organisationId },
  method: 'import',
  now,
  headers: { requestId: `import-${id}` },
});

/** Sorts a page into what is written and what is not, with reasons. */
const sortPage = (
  { platform, startedBy }: HeldImport,
  { contacts }: PlatformPage,
): { entries: ImportEntry[]; problems: ImportProblem[]; counts: ImportCounts } => {
  const title = platformTitles[platform];
  const mayTag = startedBy.role !== undefined && roleAllows(startedBy.role, 'SESSION_TAGS_UPDATE');
  const counts: ImportCounts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  const problems: ImportProblem[] = [];
  const entries: ImportEntry[] = [];
  for (const contact of contacts) {
    const entry = toEntry(contact, { title, mayTag });
    if ('patchFor' in entry) entries.push(entry);
    else {
      counts[entry.outcome] += 1;
      problems.push({ ref: contact.ref.slice(0, 100), reason: entry.reason });
    }
  }
  return { entries, problems, counts };
};

/**
 * Writes a page and where the next one begins, or that it was the last, in one transaction: each page is written once,
 * whatever ends when.
 */
const writePage = async (deps: Deps, held: HeldImport, page: PlatformPage): Promise<void> => {
  const now = deps.clock();
  const { entries, problems, counts } = sortPage(held, page);
  await importTransaction(deps, async (tx) => {
    if (!(await lockHeldImport(tx, held))) throw new LeaseLost();
    const origin = originOf(held, now);
    const outcomes = await writeEntries(tx, entries, origin);
    await writeCompanies(tx, page.companies, origin);
    const created = outcomes.filter((outcome) => outcome?.created).length;
    const progress = {
      counts: { ...counts, created, updated: outcomes.length - created },
      problems,
      position: page.next ?? null,
    };
    await advanceImport(tx, held, progress, { now, until: new Date(now.getTime() + LEASE_MS) });
    // Here and not after, or else whoever follows a process that ends in between would begin with the first page again.
    if (page.next === undefined) await finishImport(tx, held, { now });
  });
  deps.wakeEvents();
};

const readPages = async (deps: Deps, held: HeldImport, signal: AbortSignal): Promise<void> => {
  const client = createPlatformClient({
    outbound: deps.outbound,
    title: platformTitles[held.platform],
    access: readAccess(deps.sealer.open(held.access, accessContext(held))),
    signal,
    clock: deps.clock,
  });
  const reader = readers[held.platform](client);
  let position = held.position ?? undefined;
  for (let pages = 0; pages < PAGES_PER_TURN; pages += 1) {
    signal.throwIfAborted();
    const page = await reader.page(position);
    if (page.next !== undefined && page.next === position) {
      throw new PlatformError('unusable', `${platformTitles[held.platform]} gave the same page again.`);
    }
    await writePage(deps, held, page);
    position = page.next;
    if (position === undefined) return;
  }
  await releaseImport(deps.db, held, deps.clock());
};

const reasonOf = (error: unknown): string => {
  if (error instanceof PlatformError || error instanceof DomainError) return error.message;
  return 'Something went wrong on our side.';
};

const fail = async (deps: Deps, held: HeldImport, error: unknown): Promise<void> => {
  const now = deps.clock();
  const kind = error instanceof PlatformError ? error.kind : 'away';
  const attempt = held.attempts + 1;
  const facts = { import: held.id, platform: held.platform, attempt };
  if (!(error instanceof PlatformError))
    deps.log.error({ ...facts, err: error }, 'A page of an import failed');
  if (isFinal(kind, attempt)) {
    await finishImport(deps.db, held, { error: reasonOf(error), now });
    return deps.log.warn(facts, 'An import failed');
  }
  const waitMs = delayAfter(attempt, error instanceof PlatformError ? error.waitMs : undefined);
  await postponeImport(deps.db, held, {
    error: reasonOf(error),
    dueAt: new Date(now.getTime() + waitMs),
    now,
  });
};

/**
 * Works on the import that is due longest, for some pages. Answers whether there was one. An import of which a process
 * went away is due again when its lease ends, and goes on from its last page.
 */
export const runImport = async (deps: Deps, signal: AbortSignal): Promise<boolean> => {
  const leaseEnd = (): Date => new Date(deps.clock().getTime() + LEASE_MS);
  const held = await claimImport(deps.db, newId(), deps.clock(), leaseEnd());
  if (!held) return false;
  if (held.wasAbandoned && isFinal('away', held.attempts)) {
    await finishImport(deps.db, held, { error: ABANDONED, now: deps.clock() });
    deps.log.error(
      { import: held.id, attempt: held.attempts },
      'An import ended its process again and again',
    );
    return true;
  }
  const report = setInterval(() => {
    extendLease(deps.db, held, leaseEnd()).catch((error: unknown) =>
      deps.log.warn({ err: error, import: held.id }, 'The lease of an import was not extended'),
    );
  }, REPORT_MS);
  try {
    await readPages(deps, held, signal);
  } catch (error) {
    if (error instanceof LeaseLost) return true;
    if (signal.aborted) await releaseImport(deps.db, held, deps.clock());
    else await fail(deps, held, error);
  } finally {
    clearInterval(report);
  }
  return true;
};
