import { projectScope } from '@parley/auth';
import { compilePage, compileSort, type SortFields } from '@parley/persistence';
import type {
  ListServerPipelinesRequest,
  ListServerPipelinesResponse,
} from '@parley/proto/generated/parley/pipelines/v1/server_pipelines_service';
import type { CallContext, Partially } from '@parley/rpc';
import { listBoards } from '../boards';
import type { Deps } from '../deps';
import { presentServerPipeline } from './server-entry.present';

const sortable: SortFields = {
  id: 'p.id',
  name: 'p.name',
  recordType: 'p.record_type',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
};

/** The boards of the project, the last changed first unless asked for another order. */
export const listServerPipelines = async (
  { db }: Pick<Deps, 'db'>,
  { sort, ...query }: ListServerPipelinesRequest,
  context: CallContext,
): Promise<Partially<ListServerPipelinesResponse>> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage(query, { default: 100, max: 500 });
  const orderBy = compileSort(sort, sortable, '-updatedAt');
  const boards = await listBoards(db, { where: 'true', orderBy, ...page }, [projectId]);
  return { pipelines: boards.map(presentServerPipeline) };
};
