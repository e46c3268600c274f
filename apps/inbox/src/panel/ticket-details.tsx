import type { ScheduledReply, Ticket } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, fullTime, nameType, toName, say, update } from '../core';
import { useAnswer } from '../ui';
import { Fact } from './edit-field';
import { FreeFields } from './free-fields';
import { LinkedTickets } from './linked-tickets';
import { MergeDialog } from './merge-dialog';
import { RunWorkflow } from './run-workflow';

const Type = ({ ticket: { id, type } }: { ticket: Ticket }): VNode => {
  const { project, permissions } = current();
  return (
    <p class="datum">
      <label for="ticket-type">{say('details.type')}</label>
      <select
        id="ticket-type"
        value={type}
        disabled={!permissions.has('TICKET_UPDATE')}
        onChange={({ currentTarget: { value } }) => void update(id, { type: value }, { type: value })}
      >
        {[...new Set([type, ...project.ticketTypes])].map((one) => (
          <option key={one} value={one}>
            {nameType(one)}
          </option>
        ))}
      </select>
    </p>
  );
};

/** Replies of the ticket that leave later. */
const Scheduled = ({ ticketId, activity }: { ticketId: string; activity: string }): VNode | null => {
  const ask = async (): Promise<ScheduledReply[]> =>
    current().parley.tickets.listScheduledReplies(ticketId, { limit: 20 });
  const waiting =
    useAnswer(ask, `${ticketId} ${activity}`).value?.filter(({ status }) => status === 'pending') ?? [];
  return (
    <>
      {waiting.map(({ id, fireAt }) => (
        <Fact key={id} label={say('details.scheduled')}>
          {fullTime(fireAt)}
        </Fact>
      ))}
    </>
  );
};

const Times = ({ ticket: { snoozedUntil, slaDueAt, slaBreached, dueDate } }: { ticket: Ticket }): VNode => (
  <>
    {snoozedUntil !== undefined && <Fact label={say('details.snoozed')}>{fullTime(snoozedUntil)}</Fact>}
    {slaDueAt !== undefined && (
      <Fact label={say('details.sla')}>
        {`${fullTime(slaDueAt)}${slaBreached ? ` · ${say('details.breached')}` : ''}`}
      </Fact>
    )}
    {slaDueAt === undefined && slaBreached && (
      <Fact label={say('details.sla')}>{say('details.breached')}</Fact>
    )}
    {dueDate !== undefined && <Fact label={say('details.due')}>{fullTime(dueDate)}</Fact>}
  </>
);

/** The facts of the open ticket, and rare decisions about it. */
export const TicketDetails = ({ ticket, view }: { ticket: Ticket; view: string }): VNode => {
  const [isMerging, setMerging] = useState(false);
  const { mailbox, participants = [], lastActivity = '', channel } = ticket;
  const mayUpdate = current().permissions.has('TICKET_UPDATE');
  return (
    <>
      <Type ticket={ticket} />
      {channel?.type !== undefined && <Fact label={say('details.channel')}>{String(channel.type)}</Fact>}
      {mailbox && <Fact label={say('details.mailbox')}>{mailbox.address}</Fact>}
      {participants.length > 1 && (
        <Fact label={say('details.participants')}>
          {participants.map((one) => toName({ ...one }) || say('contact.unknown')).join(', ')}
        </Fact>
      )}
      <Times ticket={ticket} />
      <Scheduled ticketId={ticket.id} activity={lastActivity} />
      <FreeFields ticket={ticket} />
      <LinkedTickets ticket={ticket} view={view} mayChange={mayUpdate} />
      {mayUpdate && (
        <p class="buttons">
          <button type="button" class="plain" onClick={() => setMerging(true)}>
            {say('merge')}
          </button>
          <RunWorkflow ticket={ticket} />
        </p>
      )}
      {isMerging && <MergeDialog ticket={ticket} view={view} close={() => setMerging(false)} />}
    </>
  );
};
