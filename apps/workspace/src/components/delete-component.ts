import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  DeleteCustomComponentRequest,
  DeleteCustomComponentResponse,
} from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentCustomComponent } from './custom-component.present';
import { deleteComponentRow } from './custom-component.store';

/** Deletes a component and answers its last state. 404 outside the project. */
export const deleteCustomComponent = async (
  deps: Pick<Deps, 'store'>,
  { customComponentId }: DeleteCustomComponentRequest,
  context: CallContext,
): Promise<Partially<DeleteCustomComponentResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const row = await deleteComponentRow(deps.store, projectId, customComponentId);
  if (!row) throw notFound('custom_component');
  return { component: presentCustomComponent(row, organisationId) };
};
