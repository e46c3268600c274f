/// <reference path="./build.d.ts" />
import { createElement } from 'preact';
import {
  createApp,
  type App,
  createCommands,
  watchDue,
  watchLanguage,
  persist,
  type State,
  type Texts,
  watchUnread,
} from './core';
import { createFrame, Launcher } from './ui';

/** Starts the widget of a page; answers what takes the page's calls. */
export type Start = (root: string, tag: DOMStringMap) => (call: ArrayLike<unknown>) => void;

const bodyIsThere = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.body) resolve();
    else addEventListener('DOMContentLoaded', () => resolve());
  });

/** Reads the texts, and those of another language when the page takes one. */
const followTexts = ({ sendByKey, language, store }: App): void => {
  const read = async (): Promise<void> => {
    const lang = language();
    const path = `/shared/translations?lang=${encodeURIComponent(lang)}`;
    const texts = await persist(() => sendByKey<Texts>('GET', path));
    // The page may have chosen yet another one in between.
    if (lang === language()) store.set({ texts });
  };
  const follow = (): void => void read().catch((error: unknown) => console.error('parley:', error));
  watchLanguage(follow);
  follow();
};

/** Loads a part of the widget once it is needed, and again after a load that failed. */
const loadWhen = (app: App, isNeeded: (state: State) => boolean, load: () => Promise<unknown>): void => {
  let isLoaded = false;
  const look = (): void => {
    if (isLoaded || !isNeeded(app.store.get())) return;
    isLoaded = true;
    load().catch((error: unknown) => {
      isLoaded = false;
      app.store.set({ isOpen: false });
      console.error('parley:', error);
    });
  };
  app.store.subscribe(look);
  look();
};

/** Reports to the page, and to the team's statistics, that the widget was opened. */
const tellOpening = ({ store, emitter, send }: App): void => {
  let wasOpen = false;
  store.subscribe(() => {
    const { isOpen } = store.get();
    if (isOpen === wasOpen) return;
    wasOpen = isOpen;
    emitter.emit(isOpen ? 'opened' : 'closed', undefined);
    const events = [{ name: 'widgetOpened', date: new Date().toISOString() }];
    // A figure: one that is lost is no reason to try again.
    if (isOpen) send('POST', '/shared/sessions/events', { events }).catch(() => undefined);
  });
};

const show = async (app: App): Promise<void> => {
  await bodyIsThere();
  const frame = createFrame(app);
  frame.draw('launcher', () => createElement(Launcher, { app }));
  tellOpening(app);
  // A message that still waits to be sent needs it too.
  const hasWaiting = (app.storage.read<unknown[]>('outbox') ?? []).length > 0;
  loadWhen(
    app,
    ({ isOpen }) => isOpen || hasWaiting,
    async () => (await import('./messenger')).startMessenger(app, frame),
  );
  loadWhen(
    app,
    ({ items }) => items.length > 0,
    async () => (await import('./items')).startItems(app, frame),
  );
  followTexts(app);
  for (const name of ['online', 'offline'] as const)
    addEventListener(name, () => app.store.set({ isOnline: name === 'online' }));
  addEventListener('visibilitychange', () =>
    app.store.set({ isVisible: document.visibilityState === 'visible' }),
  );
  const keys = await persist(() => app.session.keys());
  app.emitter.emit('ready', { ...(keys.userId !== undefined && { userId: keys.userId }) });
  watchUnread(app);
  watchDue(app);
};

export const start: Start = (root, { key = '', lang }) => {
  const app = createApp(root, { key, lang }, (it) =>
    import('./realtime').then(({ startLive }) => startLive(it)),
  );
  const commands = createCommands(app);
  show(app).catch((error: unknown) => console.error('parley:', error));
  return (call) => {
    const [name, ...args] = Array.from(call);
    const command = Object.hasOwn(commands, String(name)) ? commands[String(name)] : undefined;
    if (!command) throw new TypeError(`there is no call “${String(name)}”`);
    command(...args);
  };
};
