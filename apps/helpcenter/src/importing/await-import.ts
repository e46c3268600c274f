import { projectScope } from '@parley/auth';
import type { StartImportResponse } from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentImport } from './import.present';
import { findImport } from './import.store';
import { importJob } from './run-import';

/** Milliseconds that a caller may wait for an import. */
const MAX_WAIT_MS = 30_000;

/** Milliseconds between two polls of an import that another process works on. */
const POLL_MS = 250;

/** Waits for the end of an import, 30 seconds at most, and answers it as it is then. */
export const awaitImport = async (
  { store, jobs, clock }: Pick<Deps, 'store' | 'jobs' | 'clock'>,
  started: Partially<StartImportResponse>,
  { scope }: CallContext,
): Promise<Partially<StartImportResponse>> => {
  const { projectId } = projectScope(scope);
  const id = started.job?.id ?? '';
  const end = clock().getTime() + MAX_WAIT_MS;
  for (;;) {
    const row = await findImport(store.sql, { projectId, id });
    if (!row) return started;
    if (row.finishedAt !== null || clock().getTime() >= end) return { job: presentImport(row) };
    await jobs.attempted(importJob, { projectId, key: id }, POLL_MS);
  }
};
