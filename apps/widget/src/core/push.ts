import type { App } from './app';

/** Where the browser's address at its push service is kept while it is subscribed. */
const KEPT = 'push';
const PATH = '/shared/push-subscriptions';

const readKey = (text: string): Uint8Array<ArrayBuffer> => {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(raw, (character) => character.charCodeAt(0));
};

const isFor = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return own.length === key.length && own.every((byte, index) => byte === key[index]);
};

/** A worker takes subscriptions when it is active. */
const activated = async (registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> => {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return registration;
  await new Promise<void>((resolve, reject) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker could not start'));
    }),
  );
  return registration;
};

const store = async ({ send, storage }: App, subscription: PushSubscription): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON();
  await send('POST', PATH, { endpoint, keys });
  storage.write(KEPT, endpoint);
};

/** Subscribes this browser, which the visitor allowed, by the worker at an address of the page's host. */
export const subscribe = async (app: App, file: string): Promise<void> => {
  const [{ publicKey }, { pushManager }] = await Promise.all([
    app.send<{ publicKey: string }>('GET', '/shared/push-key'),
    navigator.serviceWorker.register(file).then(activated),
  ]);
  const key = readKey(publicKey);
  const known = await pushManager.getSubscription();
  const isGood = known !== null && isFor(known, key);
  if (known && !isGood) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  await store(app, known && isGood ? known : await pushManager.subscribe(options));
  app.storage.write('pushFile', file);
  app.emitter.emit('subscribed', undefined);
};

const find = async ({ storage }: App): Promise<PushSubscription | null | undefined> => {
  const registration = await navigator.serviceWorker.getRegistration(storage.read<string>('pushFile'));
  return registration?.pushManager.getSubscription();
};

/** Gives this browser to the contact who was identified now. */
export const renew = async (app: App): Promise<void> => {
  const subscription = await find(app);
  if (subscription) await store(app, subscription);
};

/** Ends the messages to this browser: its visitor is logged out. `headers` are those of the visitor. */
export const unsubscribe = async (app: App, headers: Record<string, string>): Promise<void> => {
  const { storage, sendByKey } = app;
  const endpoint = storage.read<string>(KEPT) ?? '';
  storage.write(KEPT, undefined);
  const subscription = await find(app);
  await Promise.all([
    subscription?.unsubscribe(),
    sendByKey('DELETE', `${PATH}?${new URLSearchParams({ endpoint })}`, undefined, {
      headers,
    }),
  ]);
};
