import { ArchiveError, openStoredFile } from '@parley/archives';
import { nameOfKey } from '@parley/files';
import { defineJob, type Doer, type Task } from '@parley/jobs';
import type { Deps } from '../deps';
import type { ImportRow } from './import';
import { advanceImport, beginImport, finishImport } from './import.store';
import { createReport, type Report } from './report';
import type { RunningImport } from './running-import';
import { placePage, splitEnding } from './sources/paths';
import { openFiles } from './sources/open-files';
import { planExport } from './sources/exports';
import { planFolder } from './sources/folder';
import { writeArticles } from './write-articles';
import { writeCollections } from './write-collections';

/** Works on an import, the job's key. */
export const importJob = defineJob<object>({ name: 'article import', concurrency: 2, attempts: 10 });

const ABANDONED = 'abandoned';

/**
 * Imports a file. Each article is written once, in one transaction with the progress: after a crash an import continues with the next
 * one. One that fails for good has ended, and an operator cannot retry it.
 */
export const createImporter = (deps: Deps): Doer<object> => ({
  handle: async (_payload, task) => {
    const row = await beginImport(deps.store.sql, { projectId: task.projectId, id: task.key }, deps.clock());
    if (!row?.fileKey) return;
    try {
      await runImport(deps, row, row.fileKey, task);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      await end(deps, row, task, error.code);
    }
  },
  giveUp: async (_payload, _error, { projectId, key: id }) =>
    finishImport(deps.store.sql, { projectId, id }, { error: ABANDONED, now: deps.clock() }),
});

const runImport = async (deps: Deps, row: ImportRow, fileKey: string, task: Task): Promise<void> => {
  const source = await openStoredFile(deps.files, fileKey);
  const {
    files,
    refused,
    root = splitEnding(nameOfKey(fileKey)).stem,
  } = await openFiles(source, { name: nameOfKey(fileKey), languages: row.options.languages });
  const { options } = row;
  const input = { files, name: root, options, signal: task.signal };
  const hasPages = files.some(({ path }) => placePage(path, []) !== undefined);
  const plan = await (hasPages ? planFolder(input) : planExport(input));
  // A dry run begins again; an import has the numbers of all articles up to its position.
  const isContinued = 'created' in row.counts && !options.dryRun;
  const report = createReport(isContinued ? row : { ...row, counts: {}, problems: [] });
  if (!isContinued) {
    report.add('skipped', plan.skipped + refused.length);
    report.add('failed', plan.failed);
    for (const path of refused)
      report.problem({ path, code: 'name_refused', message: 'The entry is passed over.' });
    plan.problems.forEach((problem) => report.problem(problem));
  }
  const running: RunningImport = { row, plan, report, task };
  const collections = await writeCollections(deps, running);
  await writeArticles(deps, running, collections);
  await end(deps, row, task, undefined, report);
};

/** Ends an import with its progress. */
const end = async (
  { store, clock }: Deps,
  row: ImportRow,
  task: Task,
  error?: string,
  report?: Report,
): Promise<void> => {
  const now = clock();
  await store.transaction(async ({ sql }) => {
    await task.hold(sql);
    if (report) await advanceImport(sql, row, { ...report.take(), position: row.position }, now);
    await finishImport(sql, row, { ...(error !== undefined && { error }), now });
  });
};
