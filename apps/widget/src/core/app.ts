import { createSend, type Send } from './api';
import { createEndings, type Endings } from './endings';
import { createEmitter, type Emitter } from './emitter';
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
}

/** The attributes of the script's tag: `data-key`, `data-lang`. */
export interface Tag {
  key: string;
  lang: string | undefined;
}

export const createApp = (root: string, { key, lang }: Tag, startLive: StartLive): App => {
  const language = (): string => wantedLanguage(lang);
  const storage = createStorage(key);
  const sendByKey = createSend(root, key);
  const session = createSession(sendByKey, storage, createHandover(`parley:${key}`), language);
  const { send } = session;
  const emitter = createEmitter();
  const store = createStore<State>({
    ...firstState,
    isOnline: navigator.onLine,
    isVisible: document.visibilityState === 'visible',
  });
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
    tools: createTools({ send, emitter }),
    sound: createSound({ store, storage }),
    live: createLive(() => app, startLive),
  };
  return app;
};
