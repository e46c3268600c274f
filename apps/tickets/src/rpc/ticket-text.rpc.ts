import { TicketTextServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getTicketTexts, listAllAcceptedFaqs, listTicketPositions } from '../knowledge';

export const ticketTextRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketTextServiceDefinition, {
    getTicketTexts: (request, context) => getTicketTexts(deps, request, context),
    listTicketPositions: (request) => listTicketPositions(deps, request),
    listAllAcceptedFaqs: (request) => listAllAcceptedFaqs(deps, request),
  });
