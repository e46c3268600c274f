import { EngagementResultsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_results_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getEngagementStatistics, listEngagementRecipients } from '../results';

export const engagementResultsRpc = (deps: Deps): ServiceImplementation =>
  implement(EngagementResultsServiceDefinition, {
    getEngagementStatistics: (request, context) => getEngagementStatistics(deps, request, context),
    listEngagementRecipients: (request, context) => listEngagementRecipients(deps, request, context),
  });
