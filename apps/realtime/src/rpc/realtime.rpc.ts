import { RealtimeServiceDefinition } from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { authoriseChannel } from '../channels';
import { listTicketViewers, setTicketViewing } from '../presence';
import { getRealtimeConfig } from '../projects';
import { setTicketTyping } from '../typing';
import type { RpcDeps } from '../rpc-deps';

export const realtimeRpc = (deps: RpcDeps): ServiceImplementation =>
  implement(RealtimeServiceDefinition, {
    getRealtimeConfig: (_request, context) => getRealtimeConfig(deps, context),
    authoriseChannel: (request, context) => authoriseChannel(deps, request, context),
    setTicketTyping: (request, context) => setTicketTyping(deps, request, context),
    setTicketViewing: (request, context) => setTicketViewing(deps, request, context),
    listTicketViewers: (request, context) => listTicketViewers(deps, request, context),
  });
