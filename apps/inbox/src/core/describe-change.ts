import type { TicketHistoryEntry } from '@parley/client';
import { members, toName, teams } from './people';
import { say, type TextKey } from './texts';
import { fullTime } from './times';

/** Fields with a text of their own; those of the second kind say whether they are set. */
const fields = [
  'type',
  'status',
  'priority',
  'tags',
  'processingUser',
  'processingTeam',
  'snoozedUntil',
  'dueDate',
];
const marks = ['archived', 'isSpam', 'conversationClosed', 'duplicateOf'];

/** The text of a key that may not exist. */
const sayKnown = (key: string, otherwise: string): string => {
  const text = say(key as TextKey);
  return text === key ? otherwise : text;
};

/** A state of tickets for a person; a state that a project made itself is its own name. */
export const nameState = (status: string): string => sayKnown(`state.${status}`, status);

/** A type of tickets for a person; one that a project made itself is its own name. */
export const nameType = (type: string): string => sayKnown(`type.${type}`, type);

const readName = (value: unknown): string => {
  const { id = value, name } = (typeof value === 'object' && value !== null ? value : {}) as {
    id?: unknown;
    name?: string;
  };
  const found = members.value.find((one) => one.id === id) ?? teams.value.find((one) => one.id === id);
  return name ?? (toName(found) || String(id));
};

const readValue = (field: string, value: unknown): string => {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return '–';
  if (Array.isArray(value)) return value.join(', ');
  if (field.startsWith('processing')) return readName(value);
  if (['snoozedUntil', 'dueDate'].includes(field)) return fullTime(String(value));
  return field === 'status' ? nameState(String(value)) : sayKnown(`${field}.${String(value)}`, String(value));
};

/** A change of a ticket in one line; undefined for one that a person need not know. */
export const describeChange = ({ actor, field, from, to }: TicketHistoryEntry): string | undefined => {
  const name = actor?.name ?? say(actor?.type === 'contact' ? 'contact.unknown' : 'change.system');
  if (marks.includes(field)) {
    const isSet = to !== undefined && to !== null && to !== false;
    return say(`change.${field}.${isSet ? 'set' : 'cleared'}` as TextKey, { name });
  }
  if (!fields.includes(field)) return undefined;
  return say(`change.${field}` as TextKey, { name, from: readValue(field, from), to: readValue(field, to) });
};
