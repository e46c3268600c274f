import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { newId } from '@parley/persistence';
import type {
  CreateCustomComponentRequest,
  CreateCustomComponentResponse,
} from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { readComponent } from './component-change';
import { componentNameTaken } from './custom-component.errors';
import { presentCustomComponent } from './custom-component.present';
import { insertComponent } from './custom-component.store';
import { sanitizeTemplate } from './sanitize-template';

/** Creates a component. 400 UNSAFE_TEMPLATE, 409 COMPONENT_NAME_TAKEN. */
export const createCustomComponent = async (
  deps: Pick<Deps, 'store'>,
  request: CreateCustomComponentRequest,
  context: OnceContext<CreateCustomComponentResponse>,
): Promise<Partially<CreateCustomComponentResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const { name, template, schema = {} } = request;
  const component = {
    ...readComponent(request),
    id: newId(),
    name,
    schema,
    template,
    sanitizedTemplate: sanitizeTemplate(template),
    createdBy: 'id' in actor ? actor.id : actor.type,
  };
  return deps.store.transaction(async (tx) => {
    const row = await insertComponent(tx, projectId, component);
    if (!row) throw componentNameTaken(name);
    const response = { component: presentCustomComponent(row, organisationId) };
    await context.record(tx.sql, response);
    return response;
  });
};
