export type { CallOptions, ParleyOptions } from './call';
export type { Choosing, Chosen } from './chosen';
export { ParleyConnectionError, ParleyError, type FieldProblem } from './errors';
export type * from './generated/groups';
export type * from './generated/types';
export type { Page } from './page';
export { Parley } from './parley';
export { verifyWebhook, WebhookVerificationError, type WebhookEvent } from './webhook';
