import type { ArticleImport } from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import { type ImportRow, noCounts } from './import';

/** An import's document: its report. */
export const presentImport = (row: ImportRow): ArticleImport => {
  const { problems: problemCount, ...counts } = { ...noCounts, ...row.counts };
  return {
    id: row.id,
    _id: row.id,
    status: row.status,
    dryRun: row.options.dryRun,
    ...counts,
    problemCount,
    problems: row.problems,
    error: row.error ?? undefined,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    startedAt: row.startedAt?.toISOString(),
    finishedAt: row.finishedAt?.toISOString(),
  };
};
