import { current } from '../core';
import { noteSubscribed } from './subscribed';

/** The script of the worker, named by the page after its content. */
const workerUrl = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=push-worker]')?.content ?? '';

interface WithTrustedTypes {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

const trust = (url: string): string => {
  const { trustedTypes } = window as WithTrustedTypes;
  // The one script that this page starts as a worker.
  const policy = trustedTypes?.createPolicy('parley-worker', { createScriptURL: (same) => same });
  return policy?.createScriptURL(url) ?? url;
};

const SCOPE = '/inbox/assets/';

const register = async (): Promise<ServiceWorkerRegistration> => {
  const known = await navigator.serviceWorker.getRegistration(SCOPE);
  const isCurrent = known?.active?.scriptURL.endsWith(workerUrl()) === true;
  const registration = isCurrent
    ? known
    : await navigator.serviceWorker.register(trust(workerUrl()), { scope: SCOPE });
  while (!registration.active) await new Promise((resolve) => setTimeout(resolve, 50));
  return registration;
};

/** Subscribes this browser; it asks the person first. */
export const subscribe = async (): Promise<void> => {
  const { users } = current().parley;
  const [{ publicKey }, registration] = await Promise.all([users.pushKey(), register()]);
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys = {} } = subscription.toJSON();
  await users.subscribePush({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
  });
  noteSubscribed(true);
};

/** Ends it, at the platform and here. */
export const unsubscribe = async (): Promise<void> => {
  noteSubscribed(false);
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await current().parley.users.unsubscribePush({ endpoint: subscription.endpoint });
  await subscription.unsubscribe();
};
