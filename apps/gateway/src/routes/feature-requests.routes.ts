import { FeatureRequestsServiceDefinition as requests } from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import { operation } from '../rest';

export const featureRequestOperations = [
  operation(
    'tickets.search-feature-requests',
    'GET /tickets/search-feature-requests',
    requests,
    'searchFeatureRequests',
    { permission: 'TICKET_FIND', page: { default: 10, max: 10 } },
  ),
  operation(
    'tickets.feature-request',
    'GET /tickets/{ticketId}/feature-request',
    requests,
    'getFeatureRequest',
    { permission: 'TICKET_FIND', out: 'ticket', errors: ['FEATURE_REQUEST_NOT_FOUND'] },
  ),
  operation('tickets.deduplicate', 'POST /tickets/deduplicate', requests, 'findDuplicates', {
    permission: 'TICKET_FIND',
    queryToo: ['force'],
    timeoutMs: 60_000,
  }),
  operation('tickets.deduplicate-merge', 'PUT /tickets/deduplicate/merge', requests, 'mergeDuplicates', {
    permission: 'TICKET_UPDATE',
    out: 'ticket',
    timeoutMs: 60_000,
  }),
];
