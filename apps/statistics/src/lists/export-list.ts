import { projectScope } from '@parley/auth';
import { csvEncoder } from '@parley/csv';
import type {
  ExportListRequest,
  ExportListResponse,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import type { CallContext, Partially } from '@parley/rpc';
import { demandBuilt } from '../charts';
import { readQuestion } from '../question';
import { findList } from './get-list';
import { type ListDeps, type Row, showCell } from './table';

/** Most rows of a file. */
export const MAX_EXPORTED = 100_000;

/** A list as CSV, piece by piece: all rows up to 100,000, times in seconds. Errors as of the list. */
export async function* exportList(
  deps: ListDeps,
  request: ExportListRequest,
  context: CallContext,
): AsyncGenerator<Partially<ExportListResponse>> {
  const { projectId } = projectScope(context.scope);
  const question = readQuestion(request, deps.clock());
  const list = findList(request.chartType);
  const ready = await demandBuilt(deps.db, projectId);
  const encoder = csvEncoder<Row>(
    list.columns.map((column, index) => ({
      key: column.isTime ? `${column.label} (s)` : column.label,
      read: (row) => {
        const shown = showCell(row[index] ?? { value: null }, column);
        return column.isTime ? shown.rawValue : shown.value;
      },
    })),
  );
  yield { chunk: encoder.header(request) };
  let left = MAX_EXPORTED;
  for await (const rows of list.pages(deps, { ...ready, projectId, question, context })) {
    yield { chunk: encoder.rows(rows.slice(0, left)) };
    left -= rows.length;
    if (left <= 0) return;
  }
}
