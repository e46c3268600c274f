import { CustomComponentsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import {
  createComponent,
  deleteComponent,
  getComponent,
  listComponents,
  updateComponent,
} from '../components';
import type { Deps } from '../deps';

const { methods } = CustomComponentsServiceDefinition;

export const customComponentsRpc = (deps: Deps): ServiceImplementation =>
  implement(CustomComponentsServiceDefinition, {
    listCustomComponents: (request, context) => listComponents(deps, request, context),
    createCustomComponent: deps.effects.once(methods.createCustomComponent, (request, context) =>
      createComponent(deps, request, context),
    ),
    getCustomComponent: (request, context) => getComponent(deps, request, context),
    updateCustomComponent: (request, context) => updateComponent(deps, request, context),
    deleteCustomComponent: (request, context) => deleteComponent(deps, request, context),
  });
