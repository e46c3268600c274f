import { TicketExchangeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_exchange_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { getTicketExchange } from '../conversations';
import type { Deps } from '../deps';

export const ticketExchangeRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketExchangeServiceDefinition, {
    getTicketExchange: (request, context) => getTicketExchange(deps, request, context),
  });
