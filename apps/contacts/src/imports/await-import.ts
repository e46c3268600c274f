import { projectScope } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findImport, findNoted } from './import-job.store';
import { importJob } from './run-import';
import { MAX_WAIT_MS, type StartedImport } from './start-import';

/** Milliseconds between two polls of an import that another process works on. */
const LOOK_MS = 250;

/**
 * Waits for the end of an import, 30 seconds at most. Answers its state by then, and the ids of the contacts that it created or
 * met.
 */
export const awaitImport = async (
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  { jobId = '' }: Partial<StartedImport>,
  { scope }: CallContext,
): Promise<StartedImport & { ids: string[] }> => {
  const { projectId } = projectScope(scope);
  const end = clock().getTime() + MAX_WAIT_MS;
  for (;;) {
    const row = await findImport(db, projectId, jobId);
    const isOver = !row || row.finishedAt !== null || clock().getTime() >= end;
    if (isOver)
      return { jobId, status: row?.status ?? 'done', ids: await findNoted(db, { projectId, id: jobId }) };
    await jobs.attempted(importJob, { projectId, key: jobId }, LOOK_MS);
  }
};
