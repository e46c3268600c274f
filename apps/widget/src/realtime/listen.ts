import {
  announceMessage,
  claim,
  type App,
  type Conversation,
  type Message,
  type PendingStep,
  lookedAt,
  type ToolCall,
  readConversations,
  putStep,
  readStep,
  putConversation,
  putMessage,
  readThread,
  removeMessage,
} from '../core';

/** The union of a contact's events. */
export interface Heard extends ToolCall {
  seq?: number;
  conversationId: string;
  unreadCount: number;
  message: Message;
  messageId: string;
  conversation: Conversation;
  step: PendingStep | null;
  author: { name?: string };
  typing: boolean;
}

/** Milliseconds after a person's last sign of typing. */
const TYPING_MS = 6_000;

/** Reads the visible data again: the list, and the open conversation. */
export const readAnew = async (app: App): Promise<void> => {
  const { view } = app.store.get();
  const id = view.name === 'conversation' ? view.id : undefined;
  await Promise.all([
    readConversations(app),
    ...(id === undefined ? [] : [readThread(app, id), readStep(app, id)]),
  ]);
};

/** Hears what happens in the contact's conversations and shows it. */
export const listen = (app: App): Record<string, (data: Heard) => void> => {
  const { store, emitter, sound } = app;
  let typingTimer: ReturnType<typeof setTimeout>;
  const noTyping = (): void => {
    clearTimeout(typingTimer);
    if (store.get().typing) store.set({ typing: undefined });
  };
  return {
    'message.created': ({ conversationId, message, unreadCount }) => {
      const { conversations = [], threads } = store.get();
      const known = conversations.find(({ id }) => id === conversationId);
      if (threads[conversationId]) putMessage(app, message);
      const { createdAt } = message;
      if (known)
        putConversation(app, {
          ...known,
          unreadCount,
          lastMessage: message,
          ...(createdAt !== undefined && { lastActivity: createdAt }),
        });
      else void readConversations(app).catch(() => undefined);
      if (message.author?.type === 'contact') return;
      noTyping();
      const { plainText: text = '' } = message;
      emitter.emit('message', { conversationId: message.conversation, text });
      if (lookedAt(store.get()) !== conversationId) announceMessage(app, message);
      if (store.get().hasSound) void claim(`ring:${message.id}`).then((isOurs) => isOurs && sound.ring());
    },
    'message.updated': ({ message }) => {
      const thread = store.get().threads[message.conversation];
      // An earlier one that does not show stays away: at the end it would pass for the newest.
      if (thread?.messages.some(({ id }) => id === message.id)) putMessage(app, message);
    },
    'message.deleted': ({ conversationId, messageId }) => removeMessage(app, conversationId, messageId),
    'conversation.updated': ({ conversation }) => putConversation(app, conversation),
    'conversation.deleted': ({ conversationId }) => {
      const { conversations = [] } = store.get();
      store.set({ conversations: conversations.filter(({ id }) => id !== conversationId) });
    },
    'tool.call': (call) => app.tools.ask(call),
    'workflow.step': ({ conversationId, step }) => putStep(app, conversationId, step),
    typing: ({ conversationId, author, typing }) => {
      noTyping();
      if (!typing) return;
      store.set({ typing: { conversationId, name: author.name } });
      typingTimer = setTimeout(noTyping, TYPING_MS);
    },
  };
};
