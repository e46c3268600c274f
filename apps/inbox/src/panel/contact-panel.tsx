import type { Ticket } from '@parley/client';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { current, toName, say } from '../core';
import { Icon } from '../ui';
import { CompanyFacts } from './company';
import { ContactFields } from './contact-fields';
import { Events } from './events';
import { Help } from './help';
import { History } from './history';
import { Lookups } from './lookups';
import { Memory } from './memory';
import { Answered, Section } from './section';
import { TicketDetails } from './ticket-details';
import { OtherTickets } from './ticket-links';
import { useContact } from './use-contact';

const Contact = ({
  contactId,
  ticket,
  view,
  children,
}: {
  contactId: string;
  ticket: Ticket;
  view: string;
  /** Sections below the fields. */
  children: ComponentChildren;
}): VNode => {
  const { permissions } = current();
  const [answer, save] = useContact(contactId, ticket.id);
  const companyId = answer.value?.companyId;
  return (
    <>
      <Section id="contact" title={say('panel.contact')}>
        <Answered answer={answer}>{(contact) => <ContactFields contact={contact} save={save} />}</Answered>
      </Section>
      {children}
      {companyId !== undefined && permissions.has('COMPANY_FIND') && (
        <Section id="company" title={say('panel.company')}>
          <CompanyFacts companyId={companyId} view={view} />
        </Section>
      )}
      <Section id="tickets" title={say('panel.tickets')}>
        <OtherTickets contactId={contactId} ticketId={ticket.id} view={view} />
      </Section>
      {permissions.has('MEMORY_FIND') && (
        <Section id="memory" title={say('memory')}>
          <Memory contactId={contactId} />
        </Section>
      )}
      <Section id="events" title={say('panel.events')}>
        <Events contactId={contactId} />
      </Section>
      <Lookups contactId={contactId} />
    </>
  );
};

/** The contact, the facts of the ticket, and help with the answer: beside the thread or over it. */
export const ContactPanel = ({
  ticket,
  view,
  isOver,
  close,
}: {
  ticket: Ticket;
  view: string;
  /** Whether it covers the thread. */
  isOver: boolean;
  close: () => void;
}): VNode => {
  const place = useRef<HTMLElement>(null);
  const contactId = ticket.session?.id;
  useLayoutEffect(() => {
    if (isOver) place.current?.focus();
  }, [isOver]);
  // Another ticket begins at the top.
  useEffect(() => place.current?.scrollTo(0, 0), [ticket.id]);
  const about = (
    <>
      <Section id="details" title={say('details')}>
        <TicketDetails ticket={ticket} view={view} />
      </Section>
      <Section id="help" title={say('help')}>
        <Help ticket={ticket} />
      </Section>
    </>
  );
  return (
    <aside
      ref={place}
      class={`panel ${isOver ? 'over' : 'beside'}`}
      aria-label={say('panel.contact')}
      tabIndex={-1}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // Over the thread it would hide the element with the focus.
        if (isOver && relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOver) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      {isOver && (
        <header>
          <button type="button" class="tool" aria-label={say('panel.back')} onClick={close}>
            <Icon name="back" />
          </button>
          <strong dir="auto">{toName(ticket.session) || say('contact.unknown')}</strong>
        </header>
      )}
      {contactId === undefined ? (
        about
      ) : (
        <Contact key={contactId} contactId={contactId} ticket={ticket} view={view}>
          {about}
        </Contact>
      )}
      <Section id="history" title={say('history')}>
        <History ticket={ticket} />
      </Section>
    </aside>
  );
};
