import { createSend, type Send } from './api';
import type { Tool } from '../../index';
import { createEndings, type Endings } from './endings';
import type { Emitter } from './emitter';
import { createHandover } from './handover';
import { wantedLanguage } from './language';
import { createLive, type Live, type StartLive } from './live';
import { createSession, type Session } from './session';
import { firstState, type State } from './state';
import { createStorage, type Storage } from './storage';
import { createSound, type Sound } from './sound';
import { createStore, type Store } from './store';
import { createTools, type Tools } from './tools';

/** What every part of the widget works with. */
export interface App {
  /** Host root of the platform, without a slash at the end. */
  root: string;
  /** The project's public key. */
  key: string;
  /** Language that is asked for now. */
  language(): string;
  storage: Storage;
  session: Session;
  /** Sends in the contact's name. */
  send: Send;
  /** Sends by the project's key alone. */
  sendByKey: Send;
  store: Store<State>;
  emitter: Emitter;
  endings: Endings;
  tools: Tools;
  sound: Sound;
  live: Live;
  /** Ends everything that the widget does in the page. */
  ended: AbortSignal;
}

/** The attributes of the script's tag: `data-key`, `data-lang`. */
export interface Tag {
  key: string;
  lang: string | undefined;
}

/** A page: the tag of its script, and its listeners and tools, which stay after the widget ended. */
export interface Page {
  root: string;
  tag: Tag;
  emitter: Emitter;
  toolbox: Map<string, Tool>;
}

export const createApp = (
  { root, tag: { key, lang }, emitter, toolbox }: Page,
  startLive: StartLive,
  ended: AbortSignal,
): App => {
  const store = createStore<State>({
    ...firstState,
    isOnline: navigator.onLine,
    isVisible: document.visibilityState === 'visible',
  });
  const language = (): string => wantedLanguage(store.get().options.lang ?? lang);
  const storage = createStorage(key, ended);
  const sendByKey = createSend(root, key);
  const session = createSession(sendByKey, storage, createHandover(`parley:${key}`), language);
  const { send } = session;
  const app: App = {
    root,
    key,
    language,
    storage,
    session,
    send,
    sendByKey,
    store,
    emitter,
    endings: createEndings(),
    tools: createTools({ send, emitter }, toolbox),
    sound: createSound({ store, storage }),
    live: createLive(() => app, startLive),
    ended,
  };
  return app;
};
