import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetImportRequest,
  GetImportResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentImport } from './import.present';
import { findImport } from './import.store';

/** Answers the report of an import. 404 `import_job_not_found`. */
export const getImport = async (
  { store }: Pick<Deps, 'store'>,
  { jobId }: GetImportRequest,
  { scope }: CallContext,
): Promise<Partially<GetImportResponse>> => {
  const row = await findImport(store.sql, { projectId: projectScope(scope).projectId, id: jobId });
  if (!row) throw notFound('import_job');
  return { job: presentImport(row) };
};
