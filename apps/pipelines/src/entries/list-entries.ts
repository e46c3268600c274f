import { comparableEmail } from '@parley/addresses';
import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compileList, compilePage, type FieldMap, type FieldPlace, invalidQuery } from '@parley/persistence';
import type {
  ListPipelineEntriesRequest,
  ListPipelineEntriesResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { CallContext, Partially } from '@parley/rpc';
import { type Board, mayReach, requireBoard } from '../boards';
import type { Deps } from '../deps';
import { searchRecords } from '../records';
import type { ListedEntry } from './entry';
import { presentEntry } from './entry.present';
import { findBoardPage, findPage, type PageCondition } from './entry-page.store';

const PAGE = { default: 50, max: 200 };

/** Records that a search finds first; where it finds more, the lane is read in its order instead. */
const MAX_FOUND = 2_000;

const buildFilters = ({ fields }: Board): FieldMap => ({
  id: { column: 'e.id', type: 'id' },
  recordId: { column: 'e.record_id', type: 'id' },
  lexorank: { column: 'e.rank', type: 'text' },
  dueDate: { column: 'e.due_date', type: 'date' },
  laneEnteredAt: { column: 'e.lane_entered_at', type: 'date' },
  createdBy: { column: 'e.created_by', type: 'id' },
  createdAt: { column: 'e.created_at', type: 'date' },
  updatedAt: { column: 'e.updated_at', type: 'date' },
  ...Object.fromEntries(
    fields.flatMap(({ id, fieldId, source }): [string, FieldPlace][] =>
      source === 'ENTRY' ? [[`values.${fieldId}`, { json: 'e.field_values', path: [id] }]] : [],
    ),
  ),
});

/** A text as part of a LIKE pattern, taken literally; an address in the form in which records have it. */
const toPattern = (text: string): string => {
  const sought = text.includes('@') ? comparableEmail(text) : text.toLowerCase();
  return `%${sought.replace(/[\\%_]/g, '\\$&')}%`;
};

/** What `search` asks of entries. Few records are named; many are found sooner by reading the lane. */
const searchCondition = async (
  { db }: Pick<Deps, 'db'>,
  board: Board,
  search: string,
  params: unknown[],
): Promise<PageCondition> => {
  const pattern = toPattern(search);
  const ids = await searchRecords(db, board, pattern, MAX_FOUND + 1);
  if (ids.length > MAX_FOUND) return { where: `r.search LIKE $${params.push(pattern)}`, readsRecords: true };
  return { where: `e.record_id = ANY ($${params.push(ids)}::text[])`, readsRecords: false };
};

const list = { order: 'createdAt', page: PAGE };

/** Whether a request asks for nothing but the next entries in board order. */
const isPlain = ({ filter, sort, search, skip = 0, limit = 0 }: ListPipelineEntriesRequest): boolean =>
  filter.length === 0 && sort === undefined && !search && skip >= 0 && limit >= 0;

const demandLane = ({ lanes }: Board, laneId: string): void => {
  if (!lanes.some(({ id }) => id === laneId))
    throw invalidQuery('laneId', 'Give the id of a lane of the pipeline.');
};

type ListDeps = Pick<Deps, 'db' | 'workspace'>;
type Listing = (
  deps: ListDeps,
  request: ListPipelineEntriesRequest,
  context: CallContext,
) => Promise<{ board: Board; entries: ListedEntry[] }>;

const listInOrder: Listing = async (deps, { pipelineId, laneId, skip, limit }, context) => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage({ skip, limit }, PAGE);
  const found = await findBoardPage(deps.db, { projectId, pipelineId, laneId }, page);
  if (!found || !(await mayReach(deps, found.board, context))) throw notFound('pipeline');
  demandLane(found.board, laneId);
  return { board: found.board, entries: found.entries() };
};

const listMatching: Listing = async (deps, request, context) => {
  const board = await requireBoard(deps, request.pipelineId, context);
  const { laneId } = request;
  demandLane(board, laneId);
  const params: unknown[] = [board.projectId, board.id, laneId];
  const clauses = compileList(request, { ...list, fields: buildFilters(board) }, params);
  const search = request.search
    ? await searchCondition(deps, board, request.search, params)
    : { where: 'TRUE', readsRecords: false };
  const page = {
    ...clauses,
    where: `${clauses.where} AND ${search.where}`,
    orderBy: request.sort === undefined ? 'e.rank' : clauses.orderBy,
    readsRecords: search.readsRecords,
  };
  return { board, entries: await findPage(deps.db, board, laneId, page, params) };
};

/** Entries of a lane, in board order unless another one is asked for. */
export const listEntries = async (
  deps: ListDeps,
  request: ListPipelineEntriesRequest,
  context: CallContext,
): Promise<Partially<ListPipelineEntriesResponse>> => {
  const { board, entries } = await (isPlain(request) ? listInOrder : listMatching)(deps, request, context);
  return { entries: entries.map((entry) => presentEntry(board, entry)) };
};
