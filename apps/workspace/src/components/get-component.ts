import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetCustomComponentRequest,
  GetCustomComponentResponse,
} from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentCustomComponent } from './custom-component.present';
import { findComponent } from './custom-component.store';

/** Answers a component. 404 outside the project. */
export const getCustomComponent = async (
  deps: Pick<Deps, 'store'>,
  { customComponentId }: GetCustomComponentRequest,
  context: CallContext,
): Promise<Partially<GetCustomComponentResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const row = await findComponent(deps.store, projectId, customComponentId);
  if (!row) throw notFound('custom_component');
  return { component: presentCustomComponent(row, organisationId) };
};
