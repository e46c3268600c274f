import { projectScope } from '@parley/auth';
import { invalidQuery } from '@parley/persistence';
import type {
  GetListRequest,
  GetListResponse,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import type { CallContext, Partially } from '@parley/rpc';
import { demandBuilt } from '../charts';
import { readQuestion } from '../question';
import { lists } from './catalogue';
import { presentRow, type ListChart, type ListDeps, showCell } from './table';

/** Rows of one answer. */
export const PAGE = { default: 1_000, max: 1_000 };

/** The list with a name. 400 `invalid_query`. */
export const findList = (chartType: string): ListChart => {
  const list = lists[chartType];
  if (!list) throw invalidQuery('chartType', `There is no list ${chartType}.`);
  return list;
};

/** A list with figures of people, tickets, articles or searches. 400 `invalid_query`, 503 `unavailable` before the first build. */
export const getList = async (
  deps: ListDeps,
  request: GetListRequest,
  context: CallContext,
): Promise<Partially<GetListResponse>> => {
  const { projectId } = projectScope(context.scope);
  const question = readQuestion(request, deps.clock());
  const list = findList(request.chartType);
  const ready = await demandBuilt(deps.db, projectId);
  const limit = Math.min(request.limit || PAGE.default, PAGE.max);
  const { rows, total } = await list.read(
    deps,
    { ...ready, projectId, question, context },
    { skip: request.skip, limit },
  );
  const headers = list.columns.map(({ key, label }) => ({ key, label }));
  return {
    title: list.title,
    count: rows.length,
    totalCount: total,
    headers,
    rows: rows.map((row) =>
      list.columns.map((column, index) => showCell(row[index] ?? { value: null }, column)),
    ),
    columns: headers,
    data: rows.map((row) => presentRow(list, row)),
  };
};
