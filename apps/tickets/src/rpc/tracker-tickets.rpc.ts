import { implement, type ServiceImplementation } from '@parley/rpc';
import { TrackerTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tracker_tickets_service';
import type { Deps } from '../deps';
import { createTrackerTicket, findTrackerTickets, generateTicketData } from '../trackers';

const { methods } = TrackerTicketsServiceDefinition;

export const trackerTicketsRpc = (deps: Deps): ServiceImplementation =>
  implement(TrackerTicketsServiceDefinition, {
    findTrackerTickets: (request, context) => findTrackerTickets(deps, request, context),
    createTrackerTicket: deps.effects.once(methods.createTrackerTicket, (request, context) =>
      createTrackerTicket(deps, request, context),
    ),
    generateTicketData: (request, context) => generateTicketData(deps, request, context),
  });
