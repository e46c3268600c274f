import type { Message, Ticket } from '@parley/client';
import { type Following, followProject, type Viewer } from '@parley/client/realtime';
import { signal } from '@preact/signals';
import { isPassing } from './api';
import { reloadList } from './list';
import { current } from './session';
import { throttle } from './throttle';
import { learnMessage, noteStale, readThread, unlearnMessage } from './threads';
import { learn, reread, unlearn } from './tickets';
import { tellFailure } from './toasts';
import { countViews } from './views';

/** Whether events arrive. Without them everything that shows may be old. */
export const isLive = signal(true);
/** Who writes where, by ticket: names of others. */
export const typists = signal<Readonly<Record<string, readonly Typist[]>>>({});

/** A person who is writing. */
export interface Typist {
  id: string;
  name: string;
  isContact: boolean;
}

/** An event of the project. */
export interface Happening {
  name: string;
  ticketId: string;
  message?: Message;
  ticket?: Ticket;
  changed?: readonly string[];
}

const RELOAD_MS = 1_000;
const COUNT_MS = 4_000;
/** Typing ends by itself when nothing renews it. */
const TYPING_MS = 6_000;

/** Reads the list and the counts again, not more often than is needed. */
export const refreshList = throttle(reloadList, RELOAD_MS);
export const refreshCounts = throttle(countViews, COUNT_MS);

const listeners = new Set<(happening: Happening) => void>();

/** Hears what happens. @returns Ends it. */
export const onHappening = (hear: (happening: Happening) => void): (() => void) => {
  listeners.add(hear);
  return () => listeners.delete(hear);
};

let following: Following | undefined;
let openTicket: string | undefined;

/** Says which ticket is open, to read again when events were missed. */
export const keepFresh = (ticketId: string | undefined): void => void (openTicket = ticketId);

const noteTyping = (ticketId: string, typist: Typist, isTyping: boolean): void => {
  const others = (typists.value[ticketId] ?? []).filter(({ id }) => id !== typist.id);
  typists.value = { ...typists.value, [ticketId]: isTyping ? [...others, typist] : others };
};

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const hearTyping = (data: Record<string, unknown>): void => {
  const { ticketId, author, typing } = data as {
    ticketId: string;
    author: { id: string; name?: string; type: string };
    typing: boolean;
  };
  if (author.id === current().user.id) return;
  const typist = { id: author.id, name: author.name ?? '', isContact: author.type === 'contact' };
  const key = `${ticketId} ${author.id}`;
  clearTimeout(timers.get(key));
  noteTyping(ticketId, typist, typing);
  if (typing)
    timers.set(
      key,
      setTimeout(() => noteTyping(ticketId, typist, false), TYPING_MS),
    );
};

/** Whether an event has all of a message: a large one comes without its text, and the delivery of a mail without its addresses. */
const isWhole = (message: Partial<Message> | undefined): boolean =>
  message?.createdAt !== undefined && (message.delivery ?? []).every(({ address }) => address);

const hear = (name: string, data: Record<string, unknown>): void => {
  if (name === 'typing') return hearTyping(data);
  const { ticketId, ticket, message, messageId, changed } = data as unknown as Happening & {
    messageId?: string;
  };
  if (name === 'ticket.deleted') unlearn(ticketId);
  else if (ticket?.status !== undefined) learn([ticket]);
  if (name === 'message.deleted' && messageId !== undefined) unlearnMessage(ticketId, messageId);
  else if (message && message.createdAt !== undefined) learnMessage(message);
  const isWritten = name.startsWith('message.') && name !== 'message.deleted';
  if (isWritten && ticketId === openTicket && !isWhole(message))
    void readThread(ticketId).catch(() => undefined);
  if (name !== 'ticket.deleted') reread(ticketId);
  if (message) {
    const { user, session } = message;
    noteTyping(ticketId, { id: user?.id ?? session?.id ?? '', name: '', isContact: false }, false);
  }
  refreshList();
  refreshCounts();
  for (const listener of listeners)
    listener({
      name,
      ticketId,
      ...(message && { message }),
      ...(ticket && { ticket }),
      ...(changed && { changed }),
    });
};

/** Reads the open ticket again. */
export const refreshOpen = (): void => {
  if (openTicket === undefined) return;
  reread(openTicket);
  void readThread(openTicket).catch(() => undefined);
};

const catchUp = (): void => {
  noteStale(openTicket);
  refreshList();
  refreshCounts();
  refreshOpen();
};

/** Milliseconds before following is tried again. */
const AGAIN_MS = 5_000;

/** Follows the project, as soon as there is a connection. */
export const startLive = async (): Promise<void> => {
  try {
    await follow();
  } catch (error) {
    // A part of the page that could not be loaded is a TypeError.
    if (!isPassing(error) && !(error instanceof TypeError)) throw error;
    isLive.value = false;
    setTimeout(() => void startLive().catch(tellFailure), AGAIN_MS);
  }
};

/** The client of the Pusher protocol is loaded first. */
const follow = async (): Promise<void> => {
  const { parley, project } = current();
  const { default: Pusher } = await import('pusher-js');
  following = await followProject(parley, {
    Pusher,
    key: project.apiToken,
    project: project.id,
    onEvent: ({ name, data }) => hear(name, data),
    onResync: catchUp,
    onState: (state) => void (isLive.value = state === 'connected' || state === 'connecting'),
  });
  // Events arrive from here on: data that is read now has all that happened before.
  catchUp();
  for (const view of waiting.splice(0)) view();
};

/** Views that were begun before the connection was. */
const waiting: (() => void)[] = [];

/** Counts as a viewer of a ticket until it is left, and hears who else is one. */
export const viewTicket = (
  ticketId: string,
  onViewers: (others: readonly Viewer[]) => void,
): (() => void) => {
  let leave: (() => void) | undefined;
  let hasLeft = false;
  const me = current().user.id;
  const begin = (): void => {
    if (!hasLeft) leave = following?.view(ticketId, (all) => onViewers(all.filter(({ id }) => id !== me)));
  };
  if (following) begin();
  else waiting.push(begin);
  return () => {
    hasLeft = true;
    leave?.();
  };
};
