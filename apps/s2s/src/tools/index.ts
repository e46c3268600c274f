export { checkToolCall, deliverToolResult } from './deliver-tool-result';
export { expireCall, findResult, insertCall, insertTurnCall } from './tool-call.store';
