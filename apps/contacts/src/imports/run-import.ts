import { DomainError } from '@parley/errors';
import { defineJob, type Doer, JobFailure, JobLost, type Task } from '@parley/jobs';
import { runTransaction } from '@parley/persistence';
import { roleAllows } from '@parley/auth';
import type { Origin } from '../saving';
import type { Deps } from '../deps';
import {
  accessContext,
  type ImportCounts,
  type ImportProblem,
  readAccess,
  type RunningImport,
} from './import-job';
import { advanceImport, beginImport, finishImport, noteFailure, noteImported } from './import-job.store';
import type { ImportEntry } from './import-entry';
import { delayAfter, isFinal } from './import-retries';
import { type PlatformPage, platformTitles } from './platforms/platform';
import { createPlatformClient } from './platforms/platform-client';
import { toEntry } from './platforms/platform-contact';
import { PlatformError } from './platforms/platform-error';
import { readers } from './platforms/readers';
import { writeCompanies } from './write-companies';
import { importTransaction, writeEntries } from './write-entries';

/** Works on an import, the job's key. */
export const importJob = defineJob<object>({ name: 'contact import', concurrency: 2 });

/** Pages until other imports have their turn. */
const PAGES_PER_TURN = 10;

const ABANDONED = 'The process that worked on it ended again and again.';

/**
 * Imports some pages at a time. After a crash an import continues from its last page. One that fails for good has ended, and an
 * operator cannot retry it.
 */
export const createImporter = (deps: Deps): Doer<object> => ({
  handle: async (_payload, task) => {
    const running = await beginImport(deps.db, { projectId: task.projectId, id: task.key }, deps.clock());
    if (!running) return;
    const turn = { pages: 0 };
    try {
      if (!(await readPages(deps, running, task, turn))) return { goOnAt: deps.clock() };
    } catch (error) {
      if (task.signal.aborted || error instanceof JobLost) throw error;
      await fail(deps, running, task, { error, attempt: turn.pages > 0 ? 1 : task.attempt });
    }
  },
  giveUp: async (_payload, _error, { projectId, key: id }) =>
    finishImport(deps.db, { projectId, id }, { error: ABANDONED, now: deps.clock() }),
});

const makeOrigin = ({ projectId, organisationId, id, startedBy }: RunningImport, now: Date): Origin => ({
  scope: { ...startedBy, projectId, organisationId },
  method: 'import',
  now,
  headers: { requestId: `import-${id}` },
});

/** Sorts a page into entries to write and refused ones, with reasons. */
const sortPage = (
  { platform, startedBy }: RunningImport,
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
const writePage = async (
  deps: Deps,
  running: RunningImport,
  task: Task,
  page: PlatformPage,
): Promise<void> => {
  const now = deps.clock();
  const { entries, problems, counts } = sortPage(running, page);
  await importTransaction(deps, async (tx) => {
    await task.advance(tx);
    const origin = makeOrigin(running, now);
    const outcomes = await writeEntries(tx, entries, origin);
    await writeCompanies(tx, page.companies, origin);
    const created = outcomes.filter((outcome) => outcome?.created).length;
    const progress = {
      counts: { ...counts, created, updated: outcomes.length - created },
      problems,
      position: page.next ?? null,
    };
    await advanceImport(tx, running, progress, now);
    if (running.awaitedUntil && running.awaitedUntil > now)
      await noteImported(
        tx,
        running,
        outcomes.flatMap((outcome) => outcome?.id ?? []),
      );
    // Here and not later: otherwise, after a crash in between, the next process would start with the first page again.
    if (page.next === undefined) await finishImport(tx, running, { now });
  });
  deps.wakeEvents();
};

/** Reads and writes some pages, and counts them. Answers whether that was all. */
const readPages = async (
  deps: Deps,
  running: RunningImport,
  task: Task,
  turn: { pages: number },
): Promise<boolean> => {
  const client = createPlatformClient({
    outbound: deps.outbound,
    title: platformTitles[running.platform],
    access: readAccess(deps.sealer.open(running.access, accessContext(running))),
    signal: task.signal,
    clock: deps.clock,
  });
  const reader = readers[running.platform](client);
  let position = running.position ?? undefined;
  for (; turn.pages < PAGES_PER_TURN; turn.pages += 1) {
    task.signal.throwIfAborted();
    const page = await reader.page(position);
    if (page.next !== undefined && page.next === position) {
      throw new PlatformError('unusable', `${platformTitles[running.platform]} gave the same page again.`);
    }
    await writePage(deps, running, task, page);
    position = page.next;
    if (position === undefined) return true;
  }
  return false;
};

const toReason = (error: unknown): string => {
  if (error instanceof PlatformError || error instanceof DomainError) return error.message;
  return 'Something went wrong on our side.';
};

/** Ends an import that failed, or throws when it is to be tried again. */
const fail = async (
  { db, clock, log }: Deps,
  running: RunningImport,
  task: Task,
  { error, attempt }: { error: unknown; attempt: number },
): Promise<void> => {
  const now = clock();
  const reason = toReason(error);
  const [kind, askedMs] = error instanceof PlatformError ? [error.kind, error.waitMs] : (['away'] as const);
  const isLast = isFinal(kind, attempt);
  await runTransaction(db, async (tx) => {
    await task.hold(tx);
    await (isLast ? finishImport : noteFailure)(tx, running, { error: reason, now });
  });
  if (!isLast) throw new JobFailure(reason, { retryIn: delayAfter(attempt, askedMs) }, { cause: error });
  log.warn({ import: running.id, platform: running.platform, attempt, err: error }, 'An import failed');
};
