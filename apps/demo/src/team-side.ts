import type { Demo } from './api';
import { connect, type Realtime } from './live';
import type { Visitor } from './open-shop';
import { createPanel } from './panel';
import type { Admin } from './sign-in';

interface Message {
  id: string;
  isNote: boolean;
  plainContent?: string;
  user?: { id: string; firstName?: string; lastName?: string };
  session?: { name?: string };
}

interface Ticket {
  id: string;
}

interface Event {
  ticketId: string;
  message: Message;
  messageId: string;
  author: { type: 'contact' | 'agent'; id: string; name?: string };
  typing: boolean;
}

/** Messages that are shown when the page opens. */
const PAGE = 100;

const nameAuthor = ({ user, session }: Message): string => {
  if (user) return [user.firstName, user.lastName].filter(Boolean).join(' ');
  return session?.name ?? 'Somebody';
};

/** Shows the team's side, as a dashboard would: the conversation in which a contact wrote last. */
export const startTeamSide = async (
  { projectId }: Demo,
  { id: ownId, name, headers, call }: Admin,
  realtime: Realtime,
  { id: contactId }: Visitor,
): Promise<void> => {
  const panel = createPanel('team');
  panel.name(`${name}, the team`);
  let ticket: string | undefined;
  const show = (message: Message): void =>
    panel.show({
      id: message.id,
      author: nameAuthor(message),
      text: message.plainContent ?? '',
      isOwn: message.user?.id === ownId,
      isNote: message.isNote,
    });
  const follow = async (followed: string | undefined): Promise<void> => {
    if (followed === undefined) return;
    ticket = followed;
    panel.clear();
    const newest = await call<Message[]>('GET', `/messages?ticket=${followed}&sort=-index&limit=${PAGE}`);
    if (ticket === followed) newest.reverse().forEach(show);
  };

  const { pusher, heard } = connect(realtime, { headers, channel: '/realtime/channel-auth' }, panel);
  const channel = pusher.subscribe(`private-project-${projectId}`);
  const on = (event: string, hear: (data: Event) => unknown): void => {
    channel.bind(event, (data: Event) => {
      heard(data);
      if (data.ticketId === ticket) hear(data);
    });
  };
  channel.bind('message.created', (data: Event) => {
    heard(data);
    const isOfContact = data.message.user === undefined && data.message.session !== undefined;
    if (data.ticketId === ticket) {
      show(data.message);
      panel.typing(undefined);
    } else if (isOfContact) void follow(data.ticketId);
  });
  on('message.updated', ({ message }) => show(message));
  on('message.deleted', ({ messageId }) => panel.remove(messageId));
  on('typing', ({ author, typing }) => {
    if (author.id !== ownId) panel.typing(typing ? (author.name ?? 'The contact') : undefined);
  });
  for (const event of ['pusher:subscription_succeeded', 'resumed', 'ticket.updated', 'ticket.created'])
    channel.bind(event, heard);
  channel.bind('resync', (data: unknown) => {
    heard(data);
    void follow(ticket);
  });

  const open = `/tickets?session=${contactId}&conversationClosed=false&sort=-lastActivity&limit=1`;
  const [newest] = (await call<{ tickets: Ticket[] }>('GET', open)).tickets;
  await follow(newest?.id);
  panel.start({
    send: async (comment, isNote) => {
      if (ticket === undefined) throw new Error('Nobody wrote yet: write in the shop first.');
      show(await call<Message>('POST', '/messages', { ticket, comment, ...(isNote && { isNote }) }));
    },
    typing: (typing) =>
      ticket === undefined ? Promise.resolve() : call('POST', `/tickets/${ticket}/typing`, { typing }),
    resolve: () =>
      ticket === undefined ? Promise.resolve() : call('PUT', `/tickets/${ticket}`, { status: 'DONE' }),
  });
};
