import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetImportJobRequest,
  GetImportJobResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentImportJob } from './import-job.present';
import { findImport } from './import-job.store';

/** Answers how an import stands. 404 `import_job_not_found`. */
export const getImportJob = async (
  deps: Deps,
  { jobId }: GetImportJobRequest,
  { scope }: CallContext,
): Promise<GetImportJobResponse> => {
  const row = await findImport(deps.db, projectScope(scope).projectId, jobId);
  if (!row) throw notFound('import_job');
  return { job: presentImportJob(row) };
};
