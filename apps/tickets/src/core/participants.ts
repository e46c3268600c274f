import type { TicketParticipant } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type { TicketRow, TicketView } from './ticket';
import { compare, type TicketChanges } from './ticket.changes';
import { MAX_REFERENCES } from './ticket.input';
import { type ParticipantContact, readParticipantIds } from './participant-ids';

/** Most people of one ticket's mails, its requester among them. */
export const MAX_PARTICIPANTS = 50;

/** The people of a ticket as its document shows them: the requester, then those who get a copy of its mails. */
export const presentParticipants = (
  row: Pick<TicketView, 'sessionId' | 'sessionName' | 'sessionEmail' | 'extra' | 'participants'>,
): TicketParticipant[] => {
  const { sessionId, participants } = row;
  const known = new Map(participants?.map((contact) => [contact.id, contact]));
  const copied = readParticipantIds(row).flatMap((id) => known.get(id) ?? []);
  return [
    ...(sessionId === null
      ? []
      : [
          {
            id: sessionId,
            name: row.sessionName ?? undefined,
            email: row.sessionEmail ?? undefined,
            role: 'requester',
          },
        ]),
    ...copied.map(({ id, name, email }) => ({
      id,
      name: name ?? undefined,
      email: email ?? undefined,
      role: 'cc',
    })),
  ];
};

/** How many more people a ticket takes. */
export const roomForParticipants = (row: Pick<TicketRow, 'sessionId' | 'sessionIds' | 'extra'>): number =>
  Math.max(
    0,
    Math.min(MAX_PARTICIPANTS - 1 - readParticipantIds(row).length, MAX_REFERENCES - row.sessionIds.length),
  );

/** A change of a ticket with the copies that its document then shows. */
export interface ParticipantsAdded {
  changes: TicketChanges;
  shown: Pick<TicketView, 'participants'>;
}

/** The changes that make contacts participants of a ticket, as far as it takes more; those who are stay. */
export const addParticipants = (
  row: TicketView,
  contacts: readonly ParticipantContact[],
): ParticipantsAdded => {
  const known = new Set(readParticipantIds(row));
  const added = contacts
    .filter(({ id }, at) => id !== row.sessionId && !known.has(id) && isFirst(contacts, id, at))
    .slice(0, roomForParticipants(row));
  const copies = added.map(({ id, name, email }) => ({ id, name, email }));
  const shown = { participants: [...(row.participants ?? []), ...copies] };
  if (added.length === 0) return { changes: { columns: {}, changed: [], history: [] }, shown };
  const ids = added.map(({ id }) => id);
  const { columns, changed, history } = compare(row, {
    sessionIds: [...new Set([...row.sessionIds, ...ids])],
  });
  return {
    changes: {
      columns: { ...columns, extra: { ...row.extra, participants: [...known, ...ids] } },
      changed: [...changed, 'participants'],
      history: [...history, ...ids.map((id) => ({ field: 'participant', to: id }))],
    },
    shown,
  };
};

const isFirst = (contacts: readonly ParticipantContact[], id: string, at: number): boolean =>
  contacts.findIndex((one) => one.id === id) === at;
