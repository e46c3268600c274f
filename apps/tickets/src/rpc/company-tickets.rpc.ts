import { implement, type ServiceImplementation } from '@parley/rpc';
import { CompanyTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_tickets_service';
import { listCompanyTickets } from '../companies';
import type { Deps } from '../deps';

export const companyTicketsRpc = (deps: Deps): ServiceImplementation =>
  implement(CompanyTicketsServiceDefinition, {
    listCompanyTickets: (request, context) => listCompanyTickets(deps, request, context),
  });
