import { CustomComponentsServiceDefinition as components } from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import { operation } from '../rest';

export const customComponentOperations = [
  operation('custom-components.list', 'GET /custom-components', components, 'listCustomComponents', {
    permission: 'COMPONENT_FIND',
    page: { default: 50, max: 100 },
    out: { list: 'data', wholeIf: 'withCount' },
  }),
  operation('custom-components.create', 'POST /custom-components', components, 'createCustomComponent', {
    permission: 'COMPONENT_CREATE',
    out: 'component',
    errors: ['UNSAFE_TEMPLATE', 'COMPONENT_NAME_TAKEN'],
  }),
  operation(
    'custom-components.get',
    'GET /custom-components/{customComponentId}',
    components,
    'getCustomComponent',
    {
      permission: 'COMPONENT_FIND',
      out: 'component',
    },
  ),
  operation(
    'custom-components.update',
    'PUT /custom-components/{customComponentId}',
    components,
    'updateCustomComponent',
    {
      permission: 'COMPONENT_UPDATE',
      out: 'component',
      errors: ['UNSAFE_TEMPLATE', 'COMPONENT_NAME_TAKEN'],
    },
  ),
  operation(
    'custom-components.delete',
    'DELETE /custom-components/{customComponentId}',
    components,
    'deleteCustomComponent',
    {
      permission: 'COMPONENT_DELETE',
      out: 'component',
    },
  ),
];
