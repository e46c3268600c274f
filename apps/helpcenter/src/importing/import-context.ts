import type { ProjectScope } from '@parley/auth';
import type { Task } from '@parley/jobs';
import type { CallContext } from '@parley/rpc';
import type { ImportRow } from './import';

/** Milliseconds that a step of an import may wait for another service. */
const DEADLINE_MS = 30_000;

/** The context of an import's writes: as if the user who started it called. */
export const importContext = (
  { id, projectId, organisationId, startedBy }: ImportRow,
  { signal }: Pick<Task, 'signal'>,
): CallContext & { scope: ProjectScope } => ({
  requestId: `import-${id}`,
  scope: { ...startedBy, projectId, organisationId },
  deadline: Date.now() + DEADLINE_MS,
  signal,
});
