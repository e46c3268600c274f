import { projectScope } from '@parley/auth';
import { compileList, invalidQuery, type ListFields } from '@parley/persistence';
import type {
  ListPipelinesRequest,
  ListPipelinesResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import type { CallContext, Partially } from '@parley/rpc';
import { onlyAdminsListAll, presentBoard, listBoards, type BoardDeps, toViewer } from '../boards';

const list: ListFields = {
  fields: {
    id: { column: 'p.id', type: 'id' },
    name: { column: 'p.name', type: 'text' },
    recordType: { column: 'p.record_type', type: 'text' },
    visibility: { column: 'p.visibility', type: 'text' },
    createdBy: { column: 'p.created_by', type: 'id' },
    createdAt: { column: 'p.created_at', type: 'date' },
    updatedAt: { column: 'p.updated_at', type: 'date' },
  },
  order: '-updatedAt',
  page: { default: 100, max: 500 },
};

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
  const viewer = toViewer(deps, context);
  if (request.all === true && !viewer.isAdmin) throw onlyAdminsListAll();
  checkValues(request);
  const params: unknown[] = [projectId];
  const clauses = compileList(request, list, params);
  const conditions = [clauses.where];
  if (request.all !== true) {
    const id = params.push(viewer.id);
    const teams = params.push(await viewer.teams());
    conditions.push(
      `(p.visibility = 'public' OR p.created_by = $${id} OR $${id} = ANY (p.users) OR p.teams && $${teams}::text[])`,
    );
  }
  const boards = await listBoards(deps.db, { ...clauses, where: conditions.join(' AND ') }, params);
  return { pipelines: boards.map(presentBoard) };
};
