import type { Ticket } from '@parley/client';
import type { VNode } from 'preact';
import { current, fullTime, nameState, pathTo, say, shortTime } from '../core';
import { useAnswer } from '../ui';
import { Answered } from './section';

/** Most tickets of a contact that show. */
const SHOWN = 10;

/** Links that open tickets in the inbox. */
export const TicketLinks = ({ tickets, view }: { tickets: readonly Ticket[]; view: string }): VNode => (
  <ul class="links">
    {tickets.map(({ id, bugId, title, status, lastActivity }) => (
      <li key={id}>
        <a href={pathTo(view, id)}>
          <span class="name" dir="auto">
            {title ?? say('ticket.untitled', { number: bugId })}
          </span>
          <span class="quiet">
            #{bugId} · {nameState(status)} ·{' '}
            <time dateTime={lastActivity} title={fullTime(lastActivity)}>
              {shortTime(lastActivity)}
            </time>
          </span>
        </a>
      </li>
    ))}
  </ul>
);

/** The contact's other tickets, newest activity first. */
export const OtherTickets = ({
  contactId,
  ticketId,
  view,
}: {
  contactId: string;
  ticketId: string;
  view: string;
}): VNode => {
  const ask = async (): Promise<Ticket[]> => {
    const all = await current().parley.sessions.activities(contactId, {
      ignoreArchived: false,
      limit: SHOWN + 1,
    });
    return all.filter(({ id }) => id !== ticketId).slice(0, SHOWN);
  };
  return (
    <Answered answer={useAnswer(ask, `${contactId} ${ticketId}`)} empty={say('panel.tickets.none')}>
      {(tickets) => <TicketLinks tickets={tickets} view={view} />}
    </Answered>
  );
};
