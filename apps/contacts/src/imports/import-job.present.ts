import type { ImportJob } from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import type { ImportJobRow } from './import-job';

/** An import's document. Credentials are no part of it. */
export const presentImportJob = (row: ImportJobRow): ImportJob => ({
  id: row.id,
  _id: row.id,
  platform: row.platform,
  status: row.status,
  created: row.created,
  updated: row.updated,
  skipped: row.skipped,
  failed: row.failed,
  errors: row.problems,
  lastError: row.lastError ?? undefined,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  startedAt: row.startedAt?.toISOString(),
  finishedAt: row.finishedAt?.toISOString(),
});
