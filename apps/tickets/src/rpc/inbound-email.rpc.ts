import { implement, type ServiceImplementation } from '@parley/rpc';
import { InboundEmailServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/inbound_email_service';
import type { Deps } from '../deps';
import { receiveEmail } from '../inbound';

export const inboundEmailRpc = (deps: Deps): ServiceImplementation =>
  implement(InboundEmailServiceDefinition, {
    receiveEmail: (request, context) => receiveEmail(deps, request, context),
  });
