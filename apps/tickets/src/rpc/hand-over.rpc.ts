import { HandOverServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/hand_over_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { handOverTickets } from '../hand-over';

export const handOverRpc = (deps: Deps): ServiceImplementation =>
  implement(HandOverServiceDefinition, {
    handOverTickets: (request, context) => handOverTickets(deps, request, context),
  });
