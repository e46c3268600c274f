import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { addJob } from '@parley/jobs';
import { newId, runTransaction } from '@parley/persistence';
import type { Deps } from '../deps';
import { accessContext, MAX_KEPT, MAX_UNFINISHED, type NewImport } from './import-job';
import { tooManyImports } from './import-job.errors';
import { countUnfinished, dropOldest, insertImport, lockStarts } from './import-job.store';
import type { PlatformAccess, PlatformName } from './platforms/platform';
import { importJob } from './run-import';

/** The immediate answer to the start of an import. */
export interface StartedImport {
  jobId: string;
  status: string;
}

/** Milliseconds that a caller may wait for an import. */
export const MAX_WAIT_MS = 30_000;

/**
 * Stores an import, and its job. Its credentials are sealed. 409 `too_many_imports` while
 * 3 of the project have not ended.
 */
export const startImport = async (
  deps: Pick<Deps, 'db' | 'sealer' | 'clock'>,
  platform: PlatformName,
  { access, wait }: { access: PlatformAccess; wait: boolean | undefined },
  context: OnceContext<StartedImport>,
): Promise<StartedImport> => {
  const { projectId, organisationId, actor, role } = projectScope(context.scope);
  const id = newId();
  const job: NewImport = {
    projectId,
    organisationId,
    id,
    platform,
    access: deps.sealer.seal(JSON.stringify(access), accessContext({ projectId, id })),
    startedBy: { actor, ...(role && { role }) },
    awaitedUntil: wait ? new Date(deps.clock().getTime() + MAX_WAIT_MS) : null,
  };
  const started = { jobId: id, status: 'queued' };
  await runTransaction(deps.db, async (tx) => {
    await lockStarts(tx, projectId);
    if ((await countUnfinished(tx, projectId)) >= MAX_UNFINISHED) throw tooManyImports();
    const now = deps.clock();
    await insertImport(tx, job, now);
    await dropOldest(tx, projectId, MAX_KEPT);
    await context.record(tx, started);
    await addJob(tx, importJob, {}, { projectId, key: id, now });
  });
  return started;
};
