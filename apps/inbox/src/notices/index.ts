import type * as push from './push';

export { startNotices } from './notices';
export { canPush, isSubscribed } from './subscribed';

/** Subscribes this browser to push messages, and unsubscribes it. Few ask for it, so it is loaded then. */
export const loadPush = (): Promise<typeof push> => import('./push');
