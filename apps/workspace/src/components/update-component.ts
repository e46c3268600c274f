import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  UpdateCustomComponentRequest,
  UpdateCustomComponentResponse,
} from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { componentChange } from './component-change';
import { componentNameTaken } from './custom-component.errors';
import { presentCustomComponent } from './custom-component.present';
import { findComponent, updateComponentRow } from './custom-component.store';

/** Changes a component. 404 outside the project, 400 UNSAFE_TEMPLATE, 409 COMPONENT_NAME_TAKEN. */
export const updateCustomComponent = async (
  deps: Pick<Deps, 'store'>,
  request: UpdateCustomComponentRequest,
  context: CallContext,
): Promise<Partially<UpdateCustomComponentResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const { customComponentId, name = '' } = request;
  // A missing component is reported before problems of the change.
  if (!(await findComponent(deps.store, projectId, customComponentId))) throw notFound('custom_component');
  const row = await updateComponentRow(deps.store, projectId, customComponentId, componentChange(request));
  if (row === 'taken') throw componentNameTaken(name);
  if (!row) throw notFound('custom_component');
  return { component: presentCustomComponent(row, organisationId) };
};
