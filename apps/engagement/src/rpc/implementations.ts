import type { ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { contactChecklistsRpc } from './contact-checklists.rpc';
import { engagementResultsRpc } from './engagement-results.rpc';
import { itemsRpc } from './items.rpc';
import { widgetEngagementsRpc } from './widget-engagements.rpc';

/** Everything that the service serves. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  ...itemsRpc(deps),
  widgetEngagementsRpc(deps),
  contactChecklistsRpc(deps),
  engagementResultsRpc(deps),
];
