import { projectScope } from '@parley/auth';
import { compileFilter, compilePage, compileSort, type FieldMap, invalidQuery } from '@parley/persistence';
import {
  type ListPipelinesRequest,
  type ListPipelinesResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { onlyAdminsListAll } from './board.errors';
import { presentBoard } from './board.present';
import { listBoards } from './board.store';
import { type BoardDeps } from './require-board';
import { viewerOf } from './viewer';

const LIMITS = { default: 100, max: 500 };

const filters: FieldMap = {
  name: { column: 'p.name', type: 'text' },
  recordType: { column: 'p.record_type', type: 'text' },
  visibility: { column: 'p.visibility', type: 'text' },
  createdBy: { column: 'p.created_by', type: 'text' },
};

const sortable = { id: 'p.id', name: 'p.name', createdAt: 'p.created_at', updatedAt: 'p.updated_at' };

/** Fields with a closed vocabulary. */
const vocabularies: Readonly<Record<string, readonly string[]>> = {
  recordType: ['companies', 'contacts'],
  visibility: ['public', 'shared'],
};

const checkValues = ({ filter }: Pick<ListPipelinesRequest, 'filter'>): void => {
  for (const { field, values } of filter) {
    const known = Object.hasOwn(vocabularies, field) ? vocabularies[field] : undefined;
    if (known && values.some((value) => !known.includes(value)))
      throw invalidQuery(field, `Give one of ${known.join(', ')}.`);
  }
};

/** The boards that the caller sees; every one for admins who ask for them. */
export const listPipelines = async (
  deps: BoardDeps,
  request: ListPipelinesRequest,
  context: CallContext,
): Promise<Partially<ListPipelinesResponse>> => {
  const { projectId } = projectScope(context.scope);
  const viewer = viewerOf(deps, context);
  if (request.all === true && !viewer.isAdmin) throw onlyAdminsListAll();
  checkValues(request);
  const params: unknown[] = [projectId];
  const conditions = [compileFilter(request.filter, filters, params)];
  if (request.all !== true) {
    const id = params.push(viewer.id);
    const teams = params.push(await viewer.teams());
    conditions.push(
      `(p.visibility = 'public' OR p.created_by = $${id} OR $${id} = ANY (p.users) OR p.teams && $${teams}::text[])`,
    );
  }
  const order = compileSort(request.sort, sortable, '-updatedAt');
  const page = compilePage({ skip: request.skip, limit: request.limit || undefined }, LIMITS);
  const boards = await listBoards(deps.db, { where: conditions.join(' AND '), order, ...page }, params);
  return { pipelines: boards.map(presentBoard) };
};
