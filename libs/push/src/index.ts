export { createPushKeys, type PushKeys } from './keys';
export { type PushMessage, type PushOutcome, sendPush } from './send-push';
export { endpointKey, type PushSubscription, readSubscription } from './subscription';
