import { createCall, type Call, type Demo } from './api';
import { startItems } from './items';
import { connect, type Realtime } from './live';
import { createPanel, type Shown } from './panel';

/** A contact with its widget session. */
export interface Visitor {
  name: string;
  svcId: string;
  svcHash: string;
}

interface Message {
  id: string;
  author: { type: 'contact' | 'agent' | 'bot'; name?: string };
  plainText?: string;
}

interface Event {
  conversationId: string;
  message: Message;
  messageId: string;
  author: { name?: string };
  typing: boolean;
}

/** Most messages of a page. */
const PAGE = 100;

/** The messages of a conversation, oldest first. */
const readMessages = async (call: Call, conversation: string): Promise<Message[]> => {
  const all: Message[] = [];
  for (;;) {
    const after = all.length > 0 ? `&after=${all.at(-1)?.id}` : '';
    const path = `/shared/conversations/${conversation}/messages?limit=${PAGE}${after}`;
    const page = await call<Message[]>('GET', path);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
};

/** The newest open conversation of the contact, else a new one. */
const openConversation = async (call: Call): Promise<string> => {
  const open = await call<{ id: string }[]>('GET', '/shared/conversations?status=open&limit=1');
  const body = { title: 'A question', message: 'Hello!' };
  const { id } = open[0] ?? (await call<{ id: string }>('POST', '/shared/conversations', body));
  return id;
};

/** Shows the contact's side, as its widget would, and answers the conversation that it is about. */
export const startContactSide = async (
  { apiToken }: Demo,
  { name, svcId, svcHash }: Visitor,
  realtime: Realtime,
): Promise<string> => {
  const headers = { 'api-token': apiToken, 'svc-id': svcId, 'svc-hash': svcHash };
  const call = createCall(headers);
  const panel = createPanel('contact');
  panel.name(`${name}, the contact`);
  const conversation = await openConversation(call);
  const path = `/shared/conversations/${conversation}`;
  const show = ({ id, author, plainText = '' }: Message): void => {
    const isOwn = author.type === 'contact';
    const shown: Shown = { id, author: isOwn ? name : (author.name ?? 'Team'), text: plainText, isOwn };
    panel.show(shown);
  };
  const showAll = async (): Promise<void> => (await readMessages(call, conversation)).forEach(show);
  const markRead = (): Promise<unknown> => call('POST', `${path}/read`);

  const { pusher, heard } = connect(realtime, { headers, user: '/users/me/session-auth' }, panel);
  const on = (event: string, hear: (data: Event) => unknown): void => {
    pusher.user.bind(event, (data: Event) => {
      heard(data);
      if (data.conversationId === conversation) hear(data);
    });
  };
  on('message.created', ({ message }) => {
    show(message);
    panel.typing(undefined);
    if (message.author.type !== 'contact') void markRead();
  });
  on('message.updated', ({ message }) => show(message));
  on('message.deleted', ({ messageId }) => panel.remove(messageId));
  on('typing', ({ author, typing }) => panel.typing(typing ? (author.name ?? 'The team') : undefined));
  for (const event of ['conversation.updated', 'resumed']) pusher.user.bind(event, heard);
  pusher.user.bind('resync', (data: unknown) => {
    heard(data);
    void showAll();
  });
  pusher.signin();

  await Promise.all([showAll(), startItems(call)]);
  await markRead();
  panel.start({
    send: async (comment) => show(await call<Message>('POST', `${path}/messages`, { comment })),
    typing: (typing) => call('POST', `${path}/typing`, { typing }),
  });
  return conversation;
};
