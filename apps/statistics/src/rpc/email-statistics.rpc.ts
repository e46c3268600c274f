import { EmailStatisticsServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/email_statistics_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getEmailClientBounces, getEmailClientUsage, getEmailOverview } from '../mails';

export const emailStatisticsRpc = (deps: Deps): ServiceImplementation =>
  implement(EmailStatisticsServiceDefinition, {
    getEmailOverview: (request, context) => getEmailOverview(deps, request, context),
    getEmailClientUsage: (request, context) => getEmailClientUsage(deps, request, context),
    getEmailClientBounces: (request, context) => getEmailClientBounces(deps, request, context),
  });
