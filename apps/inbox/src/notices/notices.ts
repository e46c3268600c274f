import type { Message, Ticket } from '@parley/client';
import {
  current,
  type Happening,
  isChangedHere,
  myTeams,
  toName,
  onHappening,
  pathTo,
  readTicket,
  say,
  toast,
} from '../core';
import { isSubscribed } from './subscribed';

type Kind = 'assigned' | 'mentioned' | 'replied' | 'newInTeam';

/** Most notices in a while: of a change of many tickets the list says the rest. */
const MOST = 5;
const WHILE_MS = 10_000;

interface Node {
  type?: string;
  attrs?: Record<string, unknown>;
  content?: readonly Node[];
}

const mentions = (node: Node, userId: string): boolean =>
  (node.type === 'mention' && node.attrs?.['id'] === userId) ||
  (node.content ?? []).some((child) => mentions(child, userId));

const isOwn = (ticket: Ticket | undefined): boolean => ticket?.processingUser?.id === current().user.id;

/** The kind of notice that an event is for the person who is signed in. */
const findKind = async ({
  name,
  ticketId,
  message,
  ticket,
  changed,
}: Happening): Promise<Kind | undefined> => {
  const { user } = current();
  if (name === 'message.created' && message) {
    if (message.user?.id === user.id) return undefined;
    if (mentions((message.comment ?? {}) as Node, user.id)) return 'mentioned';
    if (!message.session || message.user) return undefined;
    return isOwn(ticket?.status === undefined ? await readTicket(ticketId) : ticket) ? 'replied' : undefined;
  }
  const isAbout = (field: string): boolean => changed?.includes(field) === true;
  if (isChangedHere(ticketId)) return undefined;
  if (name === 'ticket.updated' && isAbout('processingUser') && isOwn(ticket)) return 'assigned';
  if (name !== 'ticket.created' && !(name === 'ticket.updated' && isAbout('processingTeam')))
    return undefined;
  return isOfMyTeam(ticket?.status === undefined ? await readTicket(ticketId) : ticket)
    ? 'newInTeam'
    : undefined;
};

/** Whether a ticket is in a team of the person, and no member takes care of it. */
const isOfMyTeam = ({ processingUser, processingTeam, isSpam }: Ticket): boolean =>
  !processingUser && !isSpam && processingTeam !== undefined && myTeams().includes(processingTeam.id);

/** Whether the person wants notices of a kind in the page. */
const isWanted = (kind: Kind): boolean => current().user.notificationSettings?.[kind]?.inApp !== false;

const isInSight = (ticketId: string): boolean =>
  !document.hidden && location.pathname.endsWith(`/${ticketId}`);

/** Opens a ticket, by the address that links have. */
const openTicket = (ticketId: string): void => {
  history.pushState(null, '', pathTo('all', ticketId));
  dispatchEvent(new PopStateEvent('popstate'));
};

/** A message of the browser; where it shows none, the toast remains. */
const showOutside = (text: string, body: string, ticketId: string): void => {
  if (!('Notification' in window) || Notification.permission !== 'granted' || isSubscribed()) return;
  try {
    const notification = new Notification(text, { body, tag: ticketId });
    notification.onclick = () => {
      window.focus();
      openTicket(ticketId);
      notification.close();
    };
  } catch {
    // Phones show notifications of workers alone.
  }
};

/** Times of the latest notices. */
let shown: readonly number[] = [];

const isOneTooMany = (): boolean => {
  const now = Date.now();
  shown = shown.filter((at) => now - at < WHILE_MS);
  if (shown.length >= MOST) return true;
  shown = [...shown, now];
  return false;
};

const show = async (happening: Happening): Promise<void> => {
  const kind = await findKind(happening);
  const { ticketId, message } = happening;
  if (kind === undefined || !isWanted(kind) || isInSight(ticketId) || isOneTooMany()) return;
  const ticket = await readTicket(ticketId);
  const text = say(`notice.${kind}`, {
    title: ticket.title ?? `#${ticket.bugId}`,
    name: nameOfWriter(message),
    team: ticket.processingTeam?.name ?? '',
  });
  if (document.hidden) showOutside(text, message?.plainContent ?? '', ticketId);
  const drop = toast(text, {
    action: {
      label: say('notice.open'),
      run: () => {
        drop();
        openTicket(ticketId);
      },
    },
  });
};

const nameOfWriter = (message: Message | undefined): string =>
  toName(message?.user) || toName(message?.session) || say('contact.unknown');

/** Says in the page when something needs the person: an assignment, a mention, an answer in an own ticket, a new one of the team. */
export const startNotices = (): void => {
  // A notice that could not be made is not missed much: the list shows the ticket.
  onHappening((happening) => void show(happening).catch(() => undefined));
};
