export { removeSubscription } from './push.store';
export { getPushKeys, getUserPushKey, resealPushKey, subscribeUser, unsubscribeUser } from './subscribe-user';
