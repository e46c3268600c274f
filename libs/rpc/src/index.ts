export { type Caller, createClient } from './caller';
export { nameStatus, RpcFault } from './call-errors';
export { MAX_MESSAGE_BYTES } from './channel-options';
export { systemContext } from './context';
export {
  type CallContext,
  type Client,
  type Handler,
  type Handlers,
  type MethodDefinition,
  type Partially,
  type RequestOf,
  type ResponseOf,
  type ServiceDefinition,
  type ServiceImplementation,
  implement,
  methodPath,
} from './definition';
export { eventHeaders } from './event-headers';
export type { CallSpan, RpcObserver } from './invoke';
export { createLocalCaller, type LocalCallerOptions } from './local-caller';
export {
  type NetworkCallerOptions,
  type OutgoingCall,
  type RpcClientObserver,
  createNetworkCaller,
} from './network-caller';
export { type RpcServer, type RpcServerOptions, startRpcServer } from './server';
