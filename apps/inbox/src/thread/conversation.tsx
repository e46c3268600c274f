import type { Ticket } from '@parley/client';
import type { Viewer } from '@parley/client/realtime';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Actions } from '../actions';
import { Composer } from '../composer';
import {
  isInView,
  keepFresh,
  toName,
  pathTo,
  readThread,
  readModel,
  readTicket,
  say,
  setRead,
  tellFailure,
  findTicket,
  viewTicket,
} from '../core';
import { Icon } from '../ui';
import { ContactButton, type ContactSide, ContactSidePanel, useContactSide } from './contact-side';
import { Messages } from './messages';

/** Marks the ticket read, once it shows and again with what comes while it does. */
const useRead = (ticketId: string): void => {
  const ticket = findTicket(ticketId).value;
  const { value: canSee } = isInView;
  const isUnread = ticket?.unreadForMe === true || ticket?.notificationsUnread === true;
  useEffect(() => {
    if (isUnread && canSee) void setRead(ticketId, true);
  }, [isUnread, canSee]);
};

/** Others who have the ticket open. */
const useViewers = (ticketId: string): readonly Viewer[] => {
  const [viewers, setViewers] = useState<readonly Viewer[]>([]);
  useEffect(() => viewTicket(ticketId, setViewers), [ticketId]);
  return viewers;
};

/** Number, contact, assignee, priority and tags. */
const Facts = ({ ticket }: { ticket: Ticket }): VNode => {
  const { bugId, session, processingUser, processingTeam, tags, priority } = ticket;
  return (
    <>
      <span>#{bugId}</span>
      <span dir="auto">{toName(session) || say('contact.unknown')}</span>
      <span>{toName(processingUser) || processingTeam?.name || say('unassigned')}</span>
      {priority !== 'MEDIUM' && (
        <span class={`priority ${priority}`}>{say(`priority.${priority as 'LOW'}`)}</span>
      )}
      {tags.map((tag) => (
        <span key={tag} class="tag">
          {tag}
        </span>
      ))}
    </>
  );
};

const Head = ({ ticketId, view, side }: { ticketId: string; view: string; side: ContactSide }): VNode => {
  const ticket = findTicket(ticketId).value;
  const viewers = useViewers(ticketId);
  return (
    <header>
      <a class="tool back" href={pathTo(view)} aria-label={say('conversation.back')}>
        <Icon name="back" />
      </a>
      <div class="what">
        <h1 dir="auto">{ticket?.title ?? say('ticket.untitled', { number: ticket?.bugId ?? '' })}</h1>
        <p>
          {ticket && <Facts ticket={ticket} />}
          {viewers.length > 0 && (
            <span class="viewers" role="status">
              {say('viewing', { name: viewers.map(({ name }) => name ?? '').join(', ') })}
            </span>
          )}
        </p>
      </div>
      <ContactButton side={side} />
      {ticket && <Actions ticket={ticket} />}
    </header>
  );
};

/** An open ticket: its messages, and the composer. */
export const Conversation = ({ view, ticketId }: { view: string; ticketId: string }): VNode => {
  const ticket = findTicket(ticketId).value;
  const [isGone, setGone] = useState(false);
  useRead(ticketId);
  useEffect(() => {
    keepFresh(ticketId);
    void readModel();
    Promise.all([readTicket(ticketId), readThread(ticketId)]).catch((error: unknown) => {
      if ((error as { status?: number }).status === 404) setGone(true);
      else tellFailure(error);
    });
    return () => keepFresh(undefined);
  }, [ticketId]);
  const side = useContactSide();
  return (
    <>
      <main class={`conversation contact-${side.state}`} aria-label={say('conversation')}>
        <Head ticketId={ticketId} view={view} side={side} />
        {isGone ? <p class="empty">{say('conversation.gone')}</p> : <Messages ticketId={ticketId} />}
        {ticket && <Composer key={ticketId} ticket={ticket} />}
      </main>
      <ContactSidePanel ticket={ticket} view={view} side={side} />
    </>
  );
};
