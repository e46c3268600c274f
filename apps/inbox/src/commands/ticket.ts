import type { Ticket } from '@parley/client';
import {
  assignTo,
  close,
  listAssignees,
  openMenu,
  reopen,
  run,
  setUnread,
  snooze,
  snoozeTimes,
} from '../actions';
import { focusComposer } from '../composer';
import { pathTo, type Place, say, findTicket, update } from '../core';
import type { Command } from './registry';

const listStates = ({ id, status }: Ticket): Command[] => [
  status === 'DONE' || status === 'SNOOZED'
    ? { id: 'reopen', label: say('action.reopen'), run: () => reopen(id) }
    : { id: 'close', label: say('action.close'), keys: 'e', run: () => close(id) },
  ...snoozeTimes(new Date()).map(({ id: time, at }) => ({
    id: `snooze-${time}`,
    label: `${say('action.snooze')}: ${say(`snooze.${time}`)}`,
    run: () => snooze(id, at),
  })),
  {
    id: 'snooze',
    label: `${say('action.snooze')}…`,
    keys: 's',
    run: () => {
      openMenu.value = 'snooze';
    },
  },
];

const listMarks = (ticket: Ticket): Command[] => [
  ...(['HIGH', 'MEDIUM', 'LOW'] as const)
    .filter((priority) => priority !== ticket.priority)
    .map((priority) => ({
      id: `priority-${priority}`,
      label: `${say('action.priority')}: ${say(`priority.${priority}`)}`,
      run: () => update(ticket.id, { priority }, { priority }),
    })),
  {
    id: 'tags',
    label: `${say('action.tags')}…`,
    keys: 't',
    run: () => {
      openMenu.value = 'tags';
    },
  },
  ...([ticket.isSpam ? 'not-spam' : 'spam', ticket.archived ? 'unarchive' : 'archive'] as const).map(
    (name) => ({ id: name, label: say(`more.${name}`), run: () => run(ticket, name) }),
  ),
];

/** What can be decided about the open ticket. */
export const listTicketCommands = (place: Place, route: (path: string) => void): Command[] => {
  if (place.page !== 'tickets' || place.ticketId === undefined) return [];
  const ticket = findTicket(place.ticketId).peek();
  if (!ticket) return [];
  const { id } = ticket;
  return [
    { id: 'reply', label: say('composer.reply'), keys: 'r', run: () => focusComposer(false) },
    { id: 'note', label: say('composer.note'), keys: 'n', run: () => focusComposer(true) },
    ...listStates(ticket),
    ...listAssignees().map(({ id: to, label, hint = '' }) => ({
      id: `assign-${to}`,
      label: `${say('action.assign')}: ${label}`,
      hint,
      run: () => assignTo(id, to),
    })),
    ...listMarks(ticket),
    {
      id: 'unread',
      label: say('more.unread'),
      keys: 'u',
      // An open ticket counts as read.
      run: () => {
        route(pathTo(place.view));
        return setUnread(id);
      },
    },
  ];
};
