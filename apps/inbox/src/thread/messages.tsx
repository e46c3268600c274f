import type { Message, Ticket } from '@parley/client';
import { Fragment, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import {
  fullTime,
  toName,
  outbox,
  readOlder,
  say,
  shortTime,
  tellFailure,
  findThread,
  findTicket,
  typists,
} from '../core';
import { MessageItem, type Receipt } from './message-item';
import { OutgoingItem } from './outgoing-item';
import { findFirstUnread, noteRead } from './read-until';
import { type Change, useChanges } from './use-changes';

/** Nearer to the end than this, the thread follows what comes. */
const NEAR_END = 120;
/** Pixels above the line of the first unread message. */
const MARGIN = 12;
/** After every time. */
const LATEST = '9999';

const isUnread = ({ unreadForMe, notificationsUnread }: Ticket): boolean =>
  unreadForMe === true || notificationsUnread;

/** The first unread message at the time when the thread opened; undefined when all was read. */
const useFirstUnread = (ticket: Ticket | undefined, messages: readonly Message[]): string | undefined => {
  const found = useRef<{ id: string | undefined } | undefined>(undefined);
  if (!found.current && ticket && messages.length > 0)
    found.current = { id: isUnread(ticket) ? findFirstUnread(ticket.id, messages) : undefined };
  const last = messages.at(-1)?.index;
  useEffect(() => {
    if (ticket && last !== undefined && !document.hidden) noteRead(ticket.id, last);
  }, [last]);
  return found.current?.id;
};

/** Keeps the scroll position: at the first unread message, else at the end, as long as the reader does not scroll up. */
const useScroll = (
  ticketId: string,
  { first, size, unread }: { first: string | undefined; size: number; unread: string | undefined },
) => {
  const place = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const heightBefore = useRef(0);
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    const { current: element } = place;
    if (!element) return;
    const line = unread === undefined || isPlaced.current ? null : element.querySelector('.new');
    if (line) {
      element.scrollTop += line.getBoundingClientRect().top - element.getBoundingClientRect().top - MARGIN;
      isAtEnd.current = isNearEnd(element);
      isPlaced.current = true;
    } else if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    // Older ones came above: the text in sight keeps its position.
    else if (heightBefore.current > 0) element.scrollTop += element.scrollHeight - heightBefore.current;
    heightBefore.current = 0;
  }, [size, first]);
  const older = (): void => {
    heightBefore.current = place.current?.scrollHeight ?? 0;
    isAtEnd.current = false;
    readOlder(ticketId).catch(tellFailure);
  };
  return { place, isAtEnd, older };
};

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR_END;

/** The team's latest reply, when the contact has not written since; only there a receipt shows. */
const findReceipt = (ticket: Ticket | undefined, messages: readonly Message[]): [string?, Receipt?] => {
  const last = messages.findLast(({ isNote, bot }) => !isNote && !bot);
  if (!ticket || !last?.user) return [];
  if (!ticket.sessionNotificationsUnread) return [last.id, 'read'];
  // Nothing shows that a mail was read.
  return last.delivery === undefined ? [last.id, 'unread'] : [];
};

const Lines = ({ changes }: { changes: readonly Change[] }): VNode => (
  <>
    {changes.map(({ at, text }, index) => (
      <p key={index} class="change">
        {text} <time dateTime={at}>{shortTime(at)}</time>
      </p>
    ))}
  </>
);

/** The thread: it opens at its first unread message, else at its end, and stays there while it grows. */
export const Messages = ({ ticketId }: { ticketId: string }): VNode => {
  const thread = findThread(ticketId).value;
  const ticket = findTicket(ticketId).value;
  const waiting = outbox.value.filter(({ body }) => body.ticket === ticketId);
  const messages = thread?.messages ?? [];
  const changes = useChanges(ticket);
  const unread = useFirstUnread(ticket, messages);
  const size = messages.length + waiting.length + changes.length;
  const { place, isAtEnd, older } = useScroll(ticketId, { first: messages[0]?.id, size, unread });
  const contact = toName(ticket?.session) || say('contact.unknown');
  const [receiptOf, receipt] = findReceipt(ticket, messages);
  const writing = typists.value[ticketId] ?? [];
  const between = (from: string, to: string): Change[] => changes.filter(({ at }) => at >= from && at < to);
  return (
    <div
      class="thread"
      ref={place}
      tabIndex={0}
      role="log"
      aria-label={say('thread')}
      onScroll={({ currentTarget }) => {
        isAtEnd.current = isNearEnd(currentTarget);
      }}
    >
      {thread?.hasMore && (
        <button type="button" class="link older" onClick={older}>
          {say('thread.older')}
        </button>
      )}
      {thread && !thread.hasMore && <Description ticketId={ticketId} contact={contact} messages={messages} />}
      {thread && !thread.hasMore && <Lines changes={between('', messages[0]?.createdAt ?? LATEST)} />}
      {messages.map((message, index) => (
        <Fragment key={message.id}>
          {message.id === unread && (
            <p class="new" role="separator">
              {say('thread.new')}
            </p>
          )}
          <MessageItem
            message={message}
            contact={contact}
            receipt={message.id === receiptOf ? receipt : undefined}
          />
          <Lines changes={between(message.createdAt ?? LATEST, messages[index + 1]?.createdAt ?? LATEST)} />
        </Fragment>
      ))}
      {waiting.map((outgoing) => (
        <OutgoingItem key={outgoing.key} outgoing={outgoing} />
      ))}
      {writing.length > 0 && (
        <p class="typing" role="status">
          {say('typing', {
            name: writing.map(({ name, isContact }) => name || (isContact ? contact : '')).join(', '),
          })}
        </p>
      )}
    </div>
  );
};

/** The description of a ticket, unless a message has the same text. */
const Description = ({
  ticketId,
  contact,
  messages,
}: {
  ticketId: string;
  contact: string;
  messages: readonly Message[];
}): VNode | null => {
  const ticket = findTicket(ticketId).value;
  const text = ticket?.plainContent ?? ticket?.description;
  if (!ticket || !text || messages[0]?.plainContent === text) return null;
  return (
    <article class="message contact" aria-label={`${contact}, ${fullTime(ticket.createdAt)}`}>
      <p class="by">
        <strong>{contact}</strong>
      </p>
      <div class="body" dir="auto">
        <p class="plain">{text}</p>
      </div>
    </article>
  );
};
