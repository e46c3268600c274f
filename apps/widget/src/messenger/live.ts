import { type App } from '../core/app';
import { type Conversation, type Message, type PendingStep } from '../core/documents';
import { newId } from '../core/new-id';
import { persist } from '../core/retry';
import { type ToolCall } from '../core/tools';
import { readConversations } from '../core/unread';
import { putStep, readStep } from './steps';
import { putConversation, putMessage, readThread, removeMessage } from './threads';

/** What a contact's events hold, each some of it. */
interface Heard extends ToolCall {
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

/** Milliseconds after which somebody who types no longer says so. */
const TYPING_MS = 6_000;

/** Reads anew what shows: the list, and the conversation that is open. */
export const readAnew = async (app: App): Promise<void> => {
  const { view } = app.store.get();
  const id = view.name === 'conversation' ? view.id : undefined;
  await Promise.all([
    readConversations(app),
    ...(id === undefined ? [] : [readThread(app, id), readStep(app, id)]),
  ]);
};

/** Hears what happens in the contact's conversations and shows it. */
export const listen = (
  app: App,
  onMessage: (message: Message) => void,
): Record<string, (data: Heard) => void> => {
  const { store } = app;
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
      onMessage(message);
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

/** A device of the contact: another connection of the same tab takes its place. */
const device = newId();

/**
 * Connects by the stock client of the protocol, and again for whoever the contact is then. Whatever happened between two
 * connections comes by its number; what is no longer kept is read anew.
 */
export const connectLive = async (app: App, onMessage: (message: Message) => void): Promise<void> => {
  const { sendByKey, send, session } = app;
  const [{ createPusher }, where] = await persist(() =>
    Promise.all([
      import('../realtime/pusher'),
      sendByKey<{ key: string; host: string; port: number; tls: boolean }>('GET', '/shared/realtime'),
    ]),
  );
  const handlers = listen(app, onMessage);
  const connect = (): (() => void) => {
    let after: number | undefined;
    const read = (): void => void persist(() => readAnew(app)).catch(() => undefined);
    const pusher = createPusher(where, (socketId) =>
      send('POST', '/users/me/session-auth', {
        socket_id: socketId,
        deviceId: device,
        ...(after !== undefined && { after }),
      }),
    );
    pusher.user.bind_global((event: string, data: Heard | undefined) => {
      if (data?.seq !== undefined) after = Math.max(after ?? 0, data.seq);
      if (event === 'resync') read();
      if (data) handlers[event]?.(data);
    });
    // Without a number there is nothing to go on from: what happened before is read.
    pusher.bind('pusher:signin_success', () => {
      if (after === undefined) read();
    });
    pusher.signin();
    return () => pusher.disconnect();
  };
  let end = connect();
  session.onChange(() => {
    end();
    end = connect();
  });
};
