export { addressRule, isNetwork } from './addresses';
export {
  createOutbound,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundStream,
} from './outbound';
export { OutboundError, type OutboundErrorCode } from './outbound-error';
export type { Resolve, ResolvedAddress } from './target';
