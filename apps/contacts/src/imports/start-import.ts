import { projectScope } from '@parley/auth';
import { newId } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { accessContext, type NewImport } from './import-job';
import { insertImport } from './import-job.store';
import { type PlatformAccess, type PlatformName } from './platforms/platform';

/** What whoever starts an import is told at once. */
export interface StartedImport {
  jobId: string;
  status: string;
}

/** Stores an import, which a worker of any process then takes up. Its credentials are sealed. */
export const startImport = async (
  deps: Deps,
  platform: PlatformName,
  access: PlatformAccess,
  context: CallContext,
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
  };
  await insertImport(deps.db, job, deps.clock());
  return { jobId: id, status: 'queued' };
};
