import type { Events, Listener, Profile, Target, Tool } from '../../index';
import type { App } from './app';
import type { Item } from './item';
import { newId } from './new-id';
import type * as PushCalls from './push';
import { firstState, type View } from './state';
import { persist } from './retry';
import { tellRefusal } from './tell';

type Arguments = readonly unknown[];

/** Most events that a call carries. */
const MOST_EVENTS = 100;

const demandText = (value: unknown, what: string): string => {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`${what} must be a text that is not empty`);
  return value;
};

const readView = (target: unknown): View => {
  if (target === undefined || target === 'home') return { name: 'home' };
  if (target === 'new') return { name: 'conversation' };
  const { conversation, article, search } = Object(target) as Partial<Record<string, unknown>>;
  if (typeof conversation === 'string') return { name: 'conversation', id: conversation };
  if (article !== undefined) return { name: 'article', ref: String(article) };
  if (typeof search === 'string') return { name: 'search', term: search };
  throw new TypeError(
    'open takes nothing, "home", "new", { conversation }, { article } or { search }; what it got is none of them',
  );
};

interface Tracked {
  name: string;
  date: string;
  data?: unknown;
}

/** Sends events a handful at a time, in order, also after the network was away. */
const createTracker = (
  { send, emitter, ended }: App,
  tell: (error: unknown) => void,
): ((event: Tracked) => void) => {
  const waiting: Tracked[] = [];
  /** How many of them, the first ones, are on their way. */
  let sent = 0;
  let isSending = false;
  const sendEvents = (events: readonly Tracked[], key: string): Promise<unknown> =>
    send('POST', '/shared/sessions/events', { events }, { headers: { 'idempotency-key': key } });
  // A page that is left waits for no answer.
  const leave = (): void => {
    const left = waiting.splice(sent);
    for (let at = 0; at < left.length; at += MOST_EVENTS)
      sendEvents(left.slice(at, at + MOST_EVENTS), newId()).catch(() => undefined);
  };
  addEventListener('pagehide', leave, { signal: ended });
  const flush = async (): Promise<void> => {
    isSending = true;
    // Calls that the page makes in one go are sent in one request.
    await Promise.resolve();
    while (waiting.length > 0) {
      const events = waiting.slice(0, MOST_EVENTS);
      const key = newId();
      sent = events.length;
      await persist(() => sendEvents(events, key)).then(
        () => emitter.emit('tracked', { names: events.map(({ name }) => name) }),
        tell,
      );
      waiting.splice(0, events.length);
      sent = 0;
    }
    isSending = false;
  };
  return (event) => {
    waiting.push(event);
    if (!isSending) void flush();
  };
};

/** Shows an item of the team because the page asks for it. */
const startItem = (app: App, call: string, type: string, id: unknown): void => {
  const { send, store, language } = app;
  const query = new URLSearchParams({ id: demandText(id, `${call}: the id`), type, lang: language() });
  persist(() => send<Item[]>('GET', `/shared/engagements?${query}`)).then(
    ([item]) => {
      if (!item) return console.error(`parley: ${call}: there is no such item for this visitor`);
      const others = store.get().items.filter((one) => one.id !== item.id);
      store.set({ isHidden: false, items: [{ ...item, isStarted: true }, ...others] });
    },
    tellRefusal(app, call),
  );
};

/** Asks the visitor for permission, because the page wants it now, and subscribes this browser to push notifications. */
const subscribe = (app: App, options: unknown): void => {
  const { serviceWorker = '/parley-push.js' } = Object(options) as { serviceWorker?: unknown };
  const file = demandText(serviceWorker, 'subscribe: serviceWorker');
  const refuse = (code: string, message: string): void =>
    app.emitter.emit('error', { call: 'subscribe', code, message });
  if (!('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window))
    return refuse('push_unsupported', 'This browser has no push notifications here.');
  // Browsers ask only in answer to a click: nothing may come before it.
  Notification.requestPermission()
    .then(async (permission) => {
      if (permission !== 'granted')
        return refuse(`permission_${permission}`, 'The visitor does not allow notifications.');
      await (await import('./push')).subscribe(app, file);
    })
    .catch(tellRefusal(app, 'subscribe'));
};

/** Does something with the subscription of this browser, if it has one, for who is the visitor at this moment. */
const withPush = (
  { storage, session }: App,
  work: (push: typeof PushCalls, headers: Record<string, string>) => Promise<void>,
): void => {
  if (storage.read('push') === undefined) return;
  Promise.all([import('./push'), session.headers()])
    .then(([push, headers]) => work(push, headers))
    .catch((error: unknown) => console.error('parley:', error));
};

/** The functions that the page can call, by name. */
export const createCommands = (app: App): Record<string, (...args: Arguments) => void> => {
  const { store, emitter, session, storage, tools } = app;
  const track = createTracker(app, tellRefusal(app, 'track'));
  const open = (view?: View): void => store.set({ isOpen: true, isHidden: false, ...(view && { view }) });

  return {
    identify: (given) => {
      const profile = Object(given) as Profile;
      demandText(profile.userId, 'identify: userId');
      persist(() => session.identify(profile)).then(
        ({ userId = profile.userId }) => {
          emitter.emit('identified', { userId });
          withPush(app, (push) => push.renew(app));
        },
        tellRefusal(app, 'identify'),
      );
    },
    track: (name, data) =>
      track({
        name: demandText(name, 'track: the name'),
        date: new Date().toISOString(),
        ...(data !== undefined && { data }),
      }),
    open: (target) => open(target === undefined ? undefined : readView(target as Target)),
    openArticle: (article) => open(readView({ article })),
    openConversation: (conversation) => open(readView({ conversation })),
    startTour: (id) => startItem(app, 'startTour', 'COBROWSE,PRODUCT_TOUR', id),
    startSurvey: (id) => startItem(app, 'startSurvey', 'SURVEY', id),
    startChecklist: (id) => startItem(app, 'startChecklist', 'CHECKLIST', id),
    setConversationFields: (fields) => {
      if (typeof fields !== 'object' || fields === null)
        throw new TypeError('setConversationFields: it must be an object');
      store.set({ fields: { ...store.get().fields, ...fields } });
    },
    close: () => store.set({ isOpen: false }),
    show: () => store.set({ isHidden: false }),
    hide: () => store.set({ isHidden: true, isOpen: false }),
    subscribe: (options) => subscribe(app, options),
    logout: () => {
      withPush(app, (push, headers) => push.unsubscribe(app, headers));
      const { texts, options, isHidden, isOnline, isVisible, hasSound } = store.get();
      for (const name of ['outbox', 'talked', 'asked', 'filled']) storage.write(name, undefined);
      store.set({ ...firstState, texts, options, isHidden, isOnline, isVisible, hasSound });
      session.forget();
    },
    tool: (name, tool) => {
      if (typeof tool !== 'function') throw new TypeError('tool: it must be a function');
      tools.set(demandText(name, 'tool: the name'), tool as Tool);
    },
    on: (name, listener) => emitter.on(name as keyof Events, listener as Listener<keyof Events>),
    off: (name, listener) => emitter.off(name as keyof Events, listener as Listener<keyof Events>),
  };
};
