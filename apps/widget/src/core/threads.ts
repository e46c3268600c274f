import type { App } from './app';
import type { Conversation, Message } from './documents';
import type { State, Thread } from './state';

/** Messages of a page. */
const PAGE = 30;
/** Most messages that a growing thread keeps; earlier ones are read again when the visitor scrolls back. */
export const KEPT = 200;

const collectIds = (messages: readonly Message[]): Set<string> => new Set(messages.map(({ id }) => id));

const findThread = ({ threads }: State, id: string): Thread =>
  threads[id] ?? { messages: [], hasEarlier: false };

const setThread = ({ store }: App, id: string, thread: Thread): void =>
  store.set({ threads: { ...store.get().threads, [id]: thread } });

/** Keeps a conversation as the live connection has it. */
export const putConversation = ({ store }: App, conversation: Conversation): void => {
  const { conversations = [] } = store.get();
  const others = conversations.filter(({ id }) => id !== conversation.id);
  const all = [conversation, ...others].sort((a, b) =>
    (b.lastActivity ?? '').localeCompare(a.lastActivity ?? ''),
  );
  store.set({ conversations: all });
};

/** An answer about a conversation, with the last message that the live connection brought while it was on its way. */
export const keepNewest = ({ conversations = [] }: State, answer: Conversation): Conversation => {
  const known = conversations.find(({ id }) => id === answer.id);
  // Ids grow with time.
  if (!known?.lastMessage || known.lastMessage.id <= (answer.lastMessage?.id ?? '')) return answer;
  const { lastMessage, unreadCount, lastActivity } = known;
  return { ...answer, lastMessage, unreadCount, ...(lastActivity !== undefined && { lastActivity }) };
};

/** Keeps a conversation as the platform answered it. */
export const putAnswer = (app: App, answer: Conversation): void =>
  putConversation(app, keepNewest(app.store.get(), answer));

/** Shows a message, or its new state. The newest come last; of many only the newest stay. */
export const putMessage = (app: App, message: Message): void => {
  const { conversation: id } = message;
  const { messages, hasEarlier } = findThread(app.store.get(), id);
  const isKnown = messages.some((one) => one.id === message.id);
  const all = isKnown
    ? messages.map((one) => (one.id === message.id ? message : one))
    : [...messages, message];
  // Who has earlier ones read in keeps as many while new ones come.
  const kept = all.slice(-Math.max(KEPT, messages.length));
  setThread(app, id, { messages: kept, hasEarlier: hasEarlier || kept.length < all.length });
};

export const removeMessage = (app: App, id: string, messageId: string): void => {
  const known = app.store.get().conversations?.find((one) => one.id === id);
  if (known?.lastMessage?.id === messageId) {
    // Otherwise each later answer would pass for an older one.
    const left = { ...known };
    delete left.lastMessage;
    putConversation(app, left);
  }
  const thread = findThread(app.store.get(), id);
  setThread(app, id, { ...thread, messages: thread.messages.filter((one) => one.id !== messageId) });
};

const before = ({ send }: App, id: string, messageId: string): Promise<Message[]> =>
  send('GET', `/shared/conversations/${id}/messages?limit=${PAGE}&before=${messageId}`);

/** Reads a conversation and its newest messages again. */
export const readThread = async (app: App, id: string): Promise<void> => {
  const conversation = await app.send<Conversation>('GET', `/shared/conversations/${encodeURIComponent(id)}`);
  const { lastMessage } = conversation;
  const earlier = lastMessage ? await before(app, id, lastMessage.id) : [];
  const read = lastMessage ? [...earlier, lastMessage] : [];
  // Messages from the live connection are newer than those of this read.
  const known = collectIds(read);
  const newest = read.at(-1)?.id ?? '';
  const meanwhile = findThread(app.store.get(), id).messages.filter(
    (one) => !known.has(one.id) && one.id > newest,
  );
  setThread(app, id, { messages: [...read, ...meanwhile], hasEarlier: earlier.length === PAGE });
  putAnswer(app, conversation);
};

/** Puts the page before the first message that shows in front of it. */
export const readEarlier = async (app: App, id: string): Promise<void> => {
  const [first] = findThread(app.store.get(), id).messages;
  if (!first) return;
  const page = await before(app, id, first.id);
  const thread = findThread(app.store.get(), id);
  const known = collectIds(thread.messages);
  const earlier = page.filter((one) => !known.has(one.id));
  setThread(app, id, { messages: [...earlier, ...thread.messages], hasEarlier: page.length === PAGE });
};

/** Marks what shows as read: what comes after the message stays unread. */
export const markRead = async (app: App, id: string, messageId: string): Promise<void> =>
  putAnswer(app, await app.send<Conversation>('POST', `/shared/conversations/${id}/read`, { messageId }));
