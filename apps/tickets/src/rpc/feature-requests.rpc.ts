import { implement, type ServiceImplementation } from '@parley/rpc';
import { FeatureRequestsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import type { Deps } from '../deps';
import { findDuplicates, mergeDuplicates, searchFeatureRequests } from '../feature-requests';

export const featureRequestsRpc = (deps: Deps): ServiceImplementation =>
  implement(FeatureRequestsServiceDefinition, {
    searchFeatureRequests: (request, context) => searchFeatureRequests(deps, request, context),
    findDuplicates: (request, context) => findDuplicates(deps, request, context),
    mergeDuplicates: (request, context) => mergeDuplicates(deps, request, context),
  });
