import type { MessageKind } from './message';
import { isOfKind } from './message.columns';
import { DONE, OPEN, type TicketRow } from './ticket';
import { ticketColumns } from './ticket.columns';
import { changeSnooze } from './ticket.snooze';

/** The kinds of messages; a reply that a person and not a bot gave is an answer. */
type Occasion = Exclude<MessageKind, 'internal'> | 'answer';

/**
 * The values that a field gets: the time of the message (`firstAt` unless the field is set); the beginning of its text, if it has one; when an
 * answer is due, unless one is; awake and open.
 */
type Value = 'at' | 'firstAt' | 'comment' | 'due' | 'awake' | 'yes' | 'no' | 'nothing';

/** How each kind of message changes its ticket. Source: docs/rules/tickets.md. */
const effects = {
  latestComment: { note: 'comment', reply: 'comment', answer: 'comment', contact: 'comment' },
  latestPublicComment: { reply: 'comment', answer: 'comment', contact: 'comment' },
  lastResponseAdmin: { reply: 'at', answer: 'at' },
  firstResponse: { answer: 'firstAt' },
  waitingSince: { answer: 'nothing', contact: 'firstAt' },
  hasAgentReply: { answer: 'yes' },
  sessionNotificationsUnread: { reply: 'yes', answer: 'yes' },
  slaDueAt: { answer: 'nothing', contact: 'due' },
  slaBreached: { answer: 'no' },
  lastResponseContact: { contact: 'at' },
  notificationsUnread: { contact: 'yes' },
  status: { contact: 'awake' },
  snoozedUntil: { contact: 'nothing' },
  snoozedFrom: { contact: 'nothing' },
} as const satisfies Partial<Record<keyof TicketRow, Partial<Record<Occasion, Value>>>>;

/** A field of a ticket that messages set. */
export type MessageField = keyof typeof effects;

const all = Object.keys(effects) as MessageField[];

/** A main ticket's contact may be another one than that of a ticket that is merged into it, and shall not read it. */
export const fieldsOfMain = all.filter(
  (field) => field !== 'latestPublicComment' && field !== 'sessionNotificationsUnread',
);

/** An imported message is history: it wakes no ticket, promises no answer, and counts as read. */
export const fieldsOfPast: readonly MessageField[] = [
  'latestComment',
  'latestPublicComment',
  'lastResponseAdmin',
  'firstResponse',
  'waitingSince',
  'hasAgentReply',
  'lastResponseContact',
];

const findEffects = (field: MessageField): Partial<Record<Occasion, Value>> => effects[field];

/** Whether messages of a kind set a field. */
export const isSetBy = (field: MessageField, kind: MessageKind): boolean =>
  kind !== 'internal' && (kind in effects[field] || (kind === 'reply' && 'answer' in effects[field]));

/** A message that comes to a ticket. */
export interface Said {
  kind: MessageKind;
  bot: boolean;
  at: Date;
  /** Beginning of its text; null when it has none. */
  comment: string | null;
  /** When an answer to it is due; null for no promise. */
  due: Date | null;
}

/** The new values of those `fields` that a message changes. */
export const applyMessage = (
  ticket: TicketRow,
  { kind, bot, at, comment, due }: Said,
  fields: readonly MessageField[],
): Partial<TicketRow> => {
  if (kind === 'internal') return {};
  const occasion = kind === 'reply' && !bot ? 'answer' : kind;
  const { status } = changeSnooze(ticket, { snoozedUntil: null });
  const values: Record<Value, (before: unknown) => unknown> = {
    at: () => at,
    firstAt: (before) => before ?? at,
    comment: (before) => comment ?? before,
    due: (before) => before ?? due,
    awake: () => (status === DONE ? OPEN : status),
    yes: () => true,
    no: () => false,
    nothing: () => null,
  };
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = findEffects(field)[occasion];
      return value === undefined ? [] : [[field, values[value](ticket[field])]];
    }),
  );
};

/**
 * Assignments to a ticket `t` by a message `b` that has `occasion`, `at`, `comment`, `due`, `team_due_at` and the ticket's
 * `awake_status`. One that is merged into another has no clock.
 */
export const messageAssignments = (): string =>
  all
    .map((field) => {
      const column = ticketColumns[field];
      const values: Record<Value, string> = {
        at: 'b.at',
        firstAt: `coalesce(t.${column}, b.at)`,
        comment: `coalesce(b.comment, t.${column})`,
        due: `coalesce(t.${column}, b.due, b.team_due_at)`,
        awake: `CASE b.awake_status WHEN '${DONE}' THEN '${OPEN}' ELSE b.awake_status END`,
        yes: 'true',
        no: 'false',
        nothing: 'NULL',
      };
      const given = Object.entries(findEffects(field));
      const cases = [...new Set(given.map(([, value]) => value))].map((value) => {
        const occasions = given.flatMap(([occasion, its]) => (its === value ? [`'${occasion}'`] : []));
        return `WHEN b.occasion IN (${occasions.join(', ')}) THEN ${values[value]}`;
      });
      if (field === 'slaDueAt') cases.unshift('WHEN t.duplicate_of_id IS NOT NULL THEN NULL');
      return `${column} = CASE ${cases.join(' ')} ELSE t.${column} END`;
    })
    .join(',\n    ');

/** SQL that holds for the messages `m` that set a field. */
export const setsField = (field: MessageField): string => {
  const { reply, answer, note, contact } = findEffects(field);
  const replies = reply === undefined ? `${isOfKind.reply} AND NOT m.bot` : isOfKind.reply;
  const kinds = [
    answer !== undefined && replies,
    note !== undefined && isOfKind.note,
    contact !== undefined && isOfKind.contact,
  ].flatMap((kind) => (kind === false ? [] : [`(${kind})`]));
  return `(${kinds.join(' OR ')})`;
};
