import { projectScope } from '@parley/auth';
import { newId } from '@parley/persistence';
import {
  type CreateCustomComponentRequest,
  type CreateCustomComponentResponse,
} from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { readComponent } from './component-change';
import { componentNameTaken } from './custom-component.errors';
import { presentCustomComponent } from './custom-component.present';
import { insertComponent } from './custom-component.store';
import { sanitizeTemplate } from './sanitize-template';

/** Creates a component. 400 UNSAFE_TEMPLATE, 409 COMPONENT_NAME_TAKEN. */
export const createComponent = async (
  deps: Pick<Deps, 'store'>,
  request: CreateCustomComponentRequest,
  context: CallContext,
): Promise<Partially<CreateCustomComponentResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const { name, template, schema = {} } = request;
  const row = await insertComponent(deps.store, projectId, {
    ...readComponent(request),
    id: newId(),
    name,
    schema,
    template,
    sanitizedTemplate: sanitizeTemplate(template),
    createdBy: 'id' in actor ? actor.id : actor.type,
  });
  if (!row) throw componentNameTaken(name);
  return { component: presentCustomComponent(row, organisationId) };
};
