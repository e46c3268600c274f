import type { Ticket } from '@parley/client';
import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import {
  drafted,
  fullTime,
  toName,
  now,
  pathTo,
  say,
  shortDuration,
  shortTime,
  findTicket,
  type TextKey,
  toTitle,
  typists,
} from '../core';
import { Icon } from '../ui';
import { isMarked, toggleMark } from './marked';
import { watchers } from './use-viewers';

/** Tags that fit in a row. */
const SHOWN_TAGS = 3;

/** How long there is to answer; since when it is over. */
const Due = ({ at }: { at: string }): VNode => {
  const left = Date.parse(at) - now.value;
  const span = shortDuration(left);
  return (
    <span class={left < 0 ? 'due over' : 'due'} title={fullTime(at)}>
      {say(left < 0 ? 'row.overdue' : 'row.due', { span })}
    </span>
  );
};

/** The name of a channel; of one without a name of ours, its own. */
const toChannel = (type: string): string => {
  const key = `channel.${type.toUpperCase()}` as TextKey;
  const text = say(key);
  return text === key ? type.toLowerCase() : text;
};

const Facts = ({ ticket }: { ticket: Ticket }): VNode => {
  const { processingUser, processingTeam, tags, slaDueAt, channel } = ticket;
  const assignee = toName(processingUser) || processingTeam?.name;
  return (
    <span class="facts">
      {slaDueAt !== undefined && <Due at={slaDueAt} />}
      {channel?.type && <span class="channel">{toChannel(channel.type)}</span>}
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span key={tag} class="tag">
          {tag}
        </span>
      ))}
      {tags.length > SHOWN_TAGS && <span class="tag">+{tags.length - SHOWN_TAGS}</span>}
      <Watchers ticketId={ticket.id} />
      <span class="assignee">{assignee ?? say('unassigned')}</span>
    </span>
  );
};

/** Colleagues who have the ticket open. */
const Watchers = ({ ticketId }: { ticketId: string }): VNode | null => {
  const names = (watchers.value[ticketId] ?? []).map(({ name = '' }) => name);
  if (names.length === 0) return null;
  return (
    <span class="watchers" title={say('row.watching', { names: names.join(', ') })}>
      <Icon name="eye" />
      <span class="names">{names.join(', ')}</span>
    </span>
  );
};

/** A row of the list. Its name begins with that of the contact. */
export const TicketRow = memo(
  ({
    id,
    view,
    isOpen,
    isActive,
    top,
    position,
    total,
  }: {
    id: string | undefined;
    view: string;
    isOpen: boolean;
    isActive: boolean;
    /** Pixels from the top of the list. */
    top: number;
    position: number;
    total: number;
  }): VNode => {
    const ticket = id === undefined ? undefined : findTicket(id).value;
    const place = {
      style: { transform: `translateY(${top}px)` },
      'aria-posinset': position + 1,
      'aria-setsize': total,
    };
    if (!ticket) return <li class="row loading" aria-busy="true" {...place} />;
    const contact = toName(ticket.session) || say('contact.unknown');
    const title = toTitle(ticket);
    const writing = typists.value[ticket.id]?.map(
      ({ name, isContact }) => name || (isContact ? contact : ''),
    );
    const hasDraft = drafted.value.has(ticket.id);
    const hasMark = isMarked(ticket.id);
    const state = [
      isOpen && 'open',
      isActive && 'active',
      ticket.unreadForMe && 'unread',
      hasMark && 'marked',
    ];
    return (
      <li
        {...place}
        class={['row', ...state.filter(Boolean)].join(' ')}
        aria-label={`${contact}: ${title}${ticket.unreadForMe ? `, ${say('row.unread')}` : ''}`}
      >
        <input
          type="checkbox"
          aria-label={say('row.mark', { contact, title })}
          checked={hasMark}
          onChange={() => toggleMark(ticket.id)}
        />
        <a href={pathTo(view, ticket.id)} aria-current={isOpen ? 'true' : undefined}>
          <span class="line">
            {ticket.unreadForMe && <span class="dot" title={say('row.unread')} />}
            {hasDraft && (
              <span class="dot draft" role="img" aria-label={say('row.draft')} title={say('row.draft')} />
            )}
            <strong dir="auto">{contact}</strong>
            <time dateTime={ticket.lastActivity} title={fullTime(ticket.lastActivity)}>
              {shortTime(ticket.lastActivity)}
            </time>
          </span>
          <span class="title" dir="auto">
            {title}
          </span>
          <span class="words" dir="auto">
            {writing && writing.length > 0 ? (
              <em>{say('typing', { name: writing.join(', ') })}</em>
            ) : (
              (ticket.latestComment ?? ticket.plainContent ?? ticket.description ?? '')
            )}
          </span>
          <Facts ticket={ticket} />
        </a>
      </li>
    );
  },
);
