/// <reference path="./build.d.ts" />
import { createElement } from 'preact';
import {
  createApp,
  type App,
  createCommands,
  createEmitter,
  type Page,
  watchDue,
  watchLanguage,
  pause,
  persist,
  type State,
  type Texts,
  watchUnread,
} from './core';
import { startLive } from './realtime';
import { createFrame, Launcher } from './ui';

/** Starts the widget of a page; answers what takes the page's calls. */
export type Start = (root: string, tag: DOMStringMap) => (call: ArrayLike<unknown>) => void;

const bodyIsThere = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.body) resolve();
    else addEventListener('DOMContentLoaded', () => resolve());
  });

/** Milliseconds after which an opened widget reads the texts again. */
const FRESH_MS = 300_000;

/** Milliseconds by which the texts wait for the session. */
const TOGETHER_MS = 100;

/** Reads the texts, and those of another language when the page takes one. */
const followTexts = (app: App): void => {
  const { sendByKey, session, language, store, emitter } = app;
  let readAt = -Infinity;
  const read = async (): Promise<void> => {
    // One request with that of the session, unless that takes long.
    await Promise.race([session.leaving, pause(TOGETHER_MS)]);
    const lang = language();
    const path = `/shared/translations?lang=${encodeURIComponent(lang)}`;
    const texts = await persist(() => sendByKey<Texts>('GET', path));
    // The page may have chosen yet another one in between.
    if (lang !== language()) return;
    readAt = performance.now();
    store.set({ texts });
  };
  const follow = (): void => void read().catch((error: unknown) => console.error('parley:', error));
  watchLanguage(app, follow);
  const followAgain = (): void => {
    if (performance.now() - readAt > FRESH_MS) follow();
  };
  // Whether the team is there changes by the hour.
  emitter.on('opened', followAgain, app.ended);
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
  if (app.ended.aborted) return;
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
  const { store, ended } = app;
  for (const name of ['online', 'offline'] as const)
    addEventListener(name, () => store.set({ isOnline: name === 'online' }), { signal: ended });
  const look = (): void => store.set({ isVisible: document.visibilityState === 'visible' });
  addEventListener('visibilitychange', look, { signal: ended });
  const keys = await persist(() => app.session.keys());
  if (ended.aborted) return;
  app.emitter.emit('ready', { ...(keys.userId !== undefined && { userId: keys.userId }) });
  watchUnread(app);
  watchDue(app);
};

/** A widget that runs in the page. */
interface Running {
  commands: ReturnType<typeof createCommands>;
  boot(options: object): void;
  end(): void;
}

const run = (page: Page): Running => {
  const ending = new AbortController();
  const app = createApp(page, startLive, ending.signal);
  show(app).catch((error: unknown) => console.error('parley:', error));
  return {
    commands: createCommands(app),
    boot: (options) => app.store.set({ options: { ...app.store.get().options, ...options } }),
    end: () => ending.abort(),
  };
};

export const start: Start = (root, { key = '', lang }) => {
  const page: Page = { root, tag: { key, lang }, emitter: createEmitter(), toolbox: new Map() };
  let running: Running | undefined = run(page);
  /** Calls after `shutdown`, which the next `boot` makes. */
  let waiting: ArrayLike<unknown>[] = [];
  const take = (call: ArrayLike<unknown>): void => {
    const [name, ...args] = Array.from(call);
    if (name === 'boot') {
      running ??= run(page);
      running.boot(Object(args[0]) as object);
      const before = waiting;
      waiting = [];
      before.forEach(take);
      return;
    }
    if (!running) return void waiting.push(call);
    if (name === 'shutdown') {
      running.end();
      running = undefined;
      return;
    }
    const { commands } = running;
    const command = Object.hasOwn(commands, String(name)) ? commands[String(name)] : undefined;
    if (!command) throw new TypeError(`there is no call “${String(name)}”`);
    command(...args);
  };
  return take;
};
