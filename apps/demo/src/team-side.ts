import { type Call, type Demo } from './api';
import { connect, type Realtime } from './live';
import { createPanel } from './panel';

/** A member of the team who is signed in. */
export interface Member {
  id: string;
  name: string;
  headers: Record<string, string>;
  call: Call;
}

interface Message {
  id: string;
  isNote: boolean;
  plainContent?: string;
  user?: { id: string; firstName?: string; lastName?: string };
  session?: { name?: string };
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

const authorOf = ({ user, session }: Message): string => {
  if (user) return [user.firstName, user.lastName].filter(Boolean).join(' ');
  return session?.name ?? 'Somebody';
};

/** Shows the team's side of a ticket, as a dashboard would. */
export const startTeamSide = async (
  { projectId }: Demo,
  { id: ownId, name, headers, call }: Member,
  realtime: Realtime,
  ticket: string,
): Promise<void> => {
  const panel = createPanel('team');
  panel.name(`${name}, the team`);
  const show = (message: Message): void =>
    panel.show({
      id: message.id,
      author: authorOf(message),
      text: message.plainContent ?? '',
      isOwn: message.user?.id === ownId,
      isNote: message.isNote,
    });
  const showAll = async (): Promise<void> => {
    const newest = await call<Message[]>('GET', `/messages?ticket=${ticket}&sort=-index&limit=${PAGE}`);
    newest.reverse().forEach(show);
  };

  const { pusher, heard } = connect(realtime, { headers, channel: '/realtime/channel-auth' }, panel);
  const channel = pusher.subscribe(`private-project-${projectId}`);
  const on = (event: string, hear: (data: Event) => unknown): void => {
    channel.bind(event, (data: Event) => {
      heard(data);
      if (data.ticketId === ticket) hear(data);
    });
  };
  on('message.created', ({ message }) => {
    show(message);
    panel.typing(undefined);
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
    void showAll();
  });

  await showAll();
  panel.start({
    send: async (comment, isNote) =>
      show(await call<Message>('POST', '/messages', { ticket, comment, ...(isNote && { isNote }) })),
    typing: (typing) => call('POST', `/tickets/${ticket}/typing`, { typing }),
  });
};
