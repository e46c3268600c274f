import type { ContactRow } from '../contacts';

/** A subscribed contact after it was unsubscribed. */
export const unsubscribed = (row: ContactRow, reason: string | null, now: Date): ContactRow => ({
  ...row,
  unsubscribed: true,
  unsubscribedAt: now,
  unsubscribeReason: reason,
  updatedAt: now,
  version: row.version + 1,
});

/** An unsubscribed contact after it was subscribed again. */
export const resubscribed = (row: ContactRow, now: Date): ContactRow => ({
  ...row,
  unsubscribed: false,
  unsubscribedAt: null,
  unsubscribeReason: null,
  updatedAt: now,
  version: row.version + 1,
});
