import webPush from 'web-push';

/** By which push services know who sends (VAPID, RFC 8292), as base64url. Browsers get the public one. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Makes keys. Subscriptions belong to them: with others every browser has to subscribe again. */
export const createPushKeys = (): PushKeys => webPush.generateVAPIDKeys();
