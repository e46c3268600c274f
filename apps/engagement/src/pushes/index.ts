export { composePush, type PushPayload } from './compose-push';
export { createKeyring, type PushKeyring, resealPushKeys } from './keyring';
export { getPushKey, subscribePush, unsubscribePush } from './subscribe';
export {
  findSubscribed,
  findSubscriptions,
  removeSubscriptions,
  type StoredSubscription,
} from './subscription.store';
