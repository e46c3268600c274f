import { OPEN, SNOOZED, type TicketRow } from './ticket';

/** The columns that say whether a ticket sleeps. */
export type SnoozeState = Pick<TicketRow, 'status' | 'snoozedUntil' | 'snoozedFrom'>;

/** An update's change of status and snooze; undefined where it has none, null to clear. */
export interface SnoozeChange {
  status?: string | undefined;
  snoozedUntil?: Date | null | undefined;
}

const awake = (status: string): SnoozeState => ({ status, snoozedUntil: null, snoozedFrom: null });

/**
 * The state after a change: a time to wake at snoozes and remembers the status, null or another status wakes. A status
 * sent together with a time is the one that returns. The rules are in docs/rules/tickets.md.
 */
export const changeSnooze = (before: SnoozeState, { status, snoozedUntil }: SnoozeChange): SnoozeState => {
  const former = before.status === SNOOZED ? (before.snoozedFrom ?? OPEN) : before.status;
  if (snoozedUntil) {
    const returning = status === undefined || status === SNOOZED ? former : status;
    return { status: SNOOZED, snoozedUntil, snoozedFrom: returning };
  }
  if (status === SNOOZED) {
    const until = snoozedUntil === undefined ? before.snoozedUntil : null;
    return { status: SNOOZED, snoozedUntil: until, snoozedFrom: former };
  }
  if (status !== undefined) return awake(status);
  if (snoozedUntil === null && before.status === SNOOZED) return awake(former);
  return { status: before.status, snoozedUntil: before.snoozedUntil, snoozedFrom: before.snoozedFrom };
};
