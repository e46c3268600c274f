export { CLIENT_EVENT_REFUSED, type Reason, reasons } from './codes';
export { type Connection, end, endSocket, pong, send, type SignedIn, type Subscription } from './connection';
export { type Feed, listConnections, newFeed, type NumberedEvent } from './feed';
export {
  asNumber,
  asText,
  type ClientMessage,
  encodeFrame,
  errorFrame,
  parseObject,
  readMembers,
  readMessage,
} from './frames';
