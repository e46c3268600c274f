import type { Ticket } from '@parley/client';
import { change, current, members, toName, say, setRead, teams, tellFailure, toast, update } from '../core';

/** Assigns a ticket to `user:<id>` or `team:<id>`; any other value unassigns it. */
export const assignTo = (id: string, to: string): Promise<boolean> => {
  const [kind, who = ''] = to.split(':');
  if (kind === 'user') {
    const { parley, user } = current();
    const known = members.value.find((one) => one.id === who);
    const shown = { processingUser: { id: who, firstName: toName(known ?? user) } };
    return change(id, shown, () => parley.tickets.update(id, { processingUser: who }));
  }
  if (kind === 'team') {
    const name = teams.value.find((one) => one.id === who)?.name ?? '';
    return update(id, { processingTeam: who }, { processingTeam: { id: who, name } });
  }
  const { parley } = current();
  return change(id, {}, () => parley.tickets.update(id, { processingUser: null, processingTeam: null }));
};

/** Closes a ticket, and says how to take that back. */
export const close = async (id: string): Promise<void> => {
  const isDone = await update(id, { status: 'DONE' }, { status: 'DONE' });
  if (!isDone) return;
  const drop = toast(say('action.closed'), {
    action: {
      label: say('undo'),
      run: () => {
        drop();
        void reopen(id);
      },
    },
  });
};

/** Opens a closed or sleeping ticket. */
export const reopen = (id: string): Promise<boolean> => update(id, { status: 'OPEN' }, { status: 'OPEN' });

/** Snoozes until a time. */
export const snooze = (id: string, until: Date): Promise<boolean> => {
  const snoozedUntil = until.toISOString();
  const make = (): Promise<Ticket> => current().parley.tickets.snooze(id, { snoozedUntil });
  return change(id, { status: 'SNOOZED', snoozedUntil }, make);
};

/** Marks a ticket unread for this person, to come back to it. */
export const setUnread = (id: string): Promise<void> => setRead(id, false);

/** Runs an action of the menu `More`. */
export const run = (ticket: Ticket, action: string): void => {
  const { tickets } = current().parley;
  const { id } = ticket;
  const all: Readonly<Record<string, () => Promise<unknown>>> = {
    unread: () => setUnread(id),
    spam: () => change(id, { isSpam: true }, () => tickets.spam(id, {})),
    'not-spam': () => update(id, { isSpam: false }, { isSpam: false }),
    archive: () => change(id, { archived: true }, () => tickets.archive(id, {})),
    unarchive: () => change(id, { archived: false }, () => tickets.unarchive(id, {})),
  };
  all[action]?.().catch(tellFailure);
};
