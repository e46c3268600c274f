import { DomainError, invalid } from '@parley/errors';
import type { TicketInput } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { DONE, priorities } from '../core';

/** A bulk update, as an update of one ticket. */
export interface BulkChange {
  ticket: TicketInput;
  /** Fields that it clears. */
  nulls: string[];
}

/** What comes with an action; null when it was sent as null. */
export type Payload = Readonly<Record<string, unknown>> | null | undefined;

const refuse = (field: string, message: string): DomainError =>
  invalid({ field: `payload.${field}`, message });

const change = (ticket: Partial<TicketInput>, nulls: string[] = []): BulkChange => ({
  ticket: ticket as TicketInput,
  nulls,
});

/** A reference that null clears. */
const reference =
  (field: 'processingUser' | 'processingTeam', noun: string) =>
  (payload: Payload): BulkChange => {
    const value = payload === null ? null : payload?.[field];
    if (value === null) return change({}, [field]);
    if (typeof value === 'string' && value !== '') return change({ [field]: value });
    throw refuse(field, `must be the id of a ${noun}, or null`);
  };

const archive = (payload: Payload): BulkChange => {
  const archived = payload?.['archived'] ?? true;
  if (typeof archived !== 'boolean') throw refuse('archived', 'must be true or false');
  return change({ archived });
};

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/i;
/** JavaScript takes 31 February for 3 March. */
const dayExists = (time: string): boolean =>
  new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(time.slice(8, 10));

const LAST_TIME = Date.UTC(10_000, 0, 1);

const wakeTime = (payload: Payload, now: Date): { field: string; time: number } => {
  const { snoozedUntil, duration } = payload ?? {};
  if (snoozedUntil !== undefined && duration !== undefined) {
    throw refuse('duration', 'cannot be given together with snoozedUntil');
  }
  if (duration !== undefined) {
    if (typeof duration !== 'number' || duration <= 0)
      throw refuse('duration', 'must be a number of seconds');
    return { field: 'duration', time: now.getTime() + duration * 1_000 };
  }
  if (typeof snoozedUntil !== 'string' || !ISO_TIME.test(snoozedUntil) || !dayExists(snoozedUntil)) {
    throw refuse('snoozedUntil', 'must be a time as in 2026-01-31T12:00:00Z, or null; or give duration');
  }
  return { field: 'snoozedUntil', time: Date.parse(snoozedUntil) };
};

const snooze = (payload: Payload, now: Date): BulkChange => {
  if (payload?.['snoozedUntil'] === null) return change({}, ['snoozedUntil']);
  const { field, time } = wakeTime(payload, now);
  if (!(time > now.getTime() && time < LAST_TIME)) throw refuse(field, 'must lead to a time in the future');
  return change({ snoozedUntil: new Date(time).toISOString() });
};

const priority = (payload: Payload): BulkChange => {
  const value = payload?.['priority'];
  const known = priorities.find((name) => name === value);
  if (known === undefined) throw refuse('priority', `must be one of ${priorities.join(', ')}`);
  return change({ priority: known });
};

/** Every action of a bulk update. The rules are in docs/rules/tickets.md. */
const actions: Readonly<Record<string, (payload: Payload, now: Date) => BulkChange>> = {
  close: () => change({ status: DONE }),
  assign: reference('processingUser', 'member'),
  team: reference('processingTeam', 'team'),
  archive,
  snooze,
  priority,
};

/**
 * Reads an action and its payload.
 *
 * @throws DomainError `invalid` naming `action`, or `payload.<field>`.
 */
export const readBulkChange = (action: string, payload: Payload, now: Date): BulkChange => {
  const read = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!read) throw invalid({ field: 'action', message: `must be one of ${Object.keys(actions).join(', ')}` });
  return read(payload, now);
};

/** An error of an update with the fields named as the caller of a bulk update knows them. */
export const inPayload = (error: unknown): unknown =>
  error instanceof DomainError && error.reason === 'INVALID_INPUT'
    ? invalid(error.fields.map(({ field, message }) => ({ field: `payload.${field}`, message })))
    : error;
