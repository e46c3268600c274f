import { implement, type ServiceImplementation } from '@parley/rpc';
import { CompanyStampServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import { learnContactCompany, stampContactTickets } from '../companies';
import type { Deps } from '../deps';

export const companyStampRpc = (deps: Deps): ServiceImplementation =>
  implement(CompanyStampServiceDefinition, {
    stampContactTickets: (request, context) => stampContactTickets(deps, request, context),
    learnContactCompany: (request, context) => learnContactCompany(deps, request, context),
  });
