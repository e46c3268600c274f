import { projectScope } from '@parley/auth';
import type {
  ListCustomComponentsRequest,
  ListCustomComponentsResponse,
} from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentCustomComponent } from './custom-component.present';
import { listComponentRows } from './custom-component.store';

/** Lists the project's components, the newest first unless asked for another order; counts them when the caller asks for it. */
export const listCustomComponents = async (
  deps: Pick<Deps, 'store'>,
  request: ListCustomComponentsRequest,
  context: CallContext,
): Promise<Partially<ListCustomComponentsResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const { searchTerm = '', publishedOnly = false, withCount = false } = request;
  const filter = { searchTerm: searchTerm.trim(), publishedOnly };
  const { rows, count } = await listComponentRows(deps.store, projectId, filter, request);
  return {
    data: rows.map((row) => presentCustomComponent(row, organisationId)),
    totalCount: withCount ? await count() : 0,
  };
};
