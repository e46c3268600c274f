import { announceMessage } from './announce';
import type { App } from './app';
import type { Conversation } from './documents';
import { lookedAt, countUnread } from './state';
import { keepNewest } from './threads';

/** Conversations that are listed. */
const LISTED = 20;
/** Least time between two checks without a trigger, in milliseconds. */
const REST_MS = 30_000;
/** Whether this browser's contact may have conversations: most visitors of a page have none, and cost no request. */
const TALKED = 'talked';

/** Records that there are conversations to check from now on, also after a reload. */
export const noteTalk = ({ storage, live }: Pick<App, 'storage' | 'live'>): void => {
  storage.write(TALKED, true);
  live.start();
};

/** Announces new messages of a read that the live connection did not bring. A page that has just been opened is silent. */
const announceNew = (app: App, before: readonly Conversation[] | undefined): void => {
  const state = app.store.get();
  for (const { id, unreadCount, lastMessage } of before ? (state.conversations ?? []) : []) {
    const known = before?.find((one) => one.id === id)?.unreadCount ?? 0;
    const isOwn = lastMessage?.author?.type === 'contact';
    if (lastMessage && !isOwn && unreadCount > known && id !== lookedAt(state))
      announceMessage(app, lastMessage);
  }
};

/** Reads the latest conversations again. */
export const readConversations = async (app: App): Promise<void> => {
  const { send, store } = app;
  const conversations = await send<Conversation[]>('GET', `/shared/conversations?limit=${LISTED}`);
  if (conversations.length > 0) noteTalk(app);
  const before = store.get().conversations;
  store.set({ conversations: conversations.map((one) => keepNewest(store.get(), one)) });
  announceNew(app, before);
};

/** Emits the unread count to the page, and checks again when the visitor comes back to the tab. */
export const watchUnread = (app: App): void => {
  const { store, emitter, storage, session, live, ended } = app;
  let told = 0;
  store.subscribe(() => {
    const count = countUnread(store.get());
    if (count === told) return;
    told = count;
    emitter.emit('unread', { count });
  });
  let lookedAt = -Infinity;
  const look = async (): Promise<void> => {
    lookedAt = performance.now();
    const { userId } = await session.keys();
    if (userId === undefined && !storage.read(TALKED)) return;
    live.start();
    await readConversations(app);
  };
  // A look that fails leaves the number as it was; the next one comes.
  const tryLook = (): void => void look().catch(() => undefined);
  addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible' && performance.now() - lookedAt > REST_MS) tryLook();
    },
    { signal: ended },
  );
  // A conversation may have begun in another tab.
  storage.watch(TALKED, tryLook);
  session.onChange(tryLook);
  tryLook();
};
