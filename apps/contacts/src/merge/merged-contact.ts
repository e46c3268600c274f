import { type ContactRow, MAX_TAGS } from '../contacts';

/** Fields that the remaining contact takes from the guest when it has none. */
const inherited = [
  'email',
  'name',
  'phone',
  'avatar',
  'lang',
  'plan',
  'value',
  'sla',
  'location',
  'platform',
  'deviceType',
  'lastPageView',
  'eventData',
] as const satisfies readonly (keyof ContactRow)[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const united = (own: unknown, other: unknown): unknown =>
  isRecord(own) && isRecord(other) ? { ...other, ...own } : (own ?? other);

const earlier = (one: Date, other: Date): Date => (other < one ? other : one);

const later = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (other > one ? other : one) : (one ?? other);

/**
 * The contact after a guest was merged into it: its own values win, missing ones come from the guest, tags and free attributes are
 * united, times and visits are combined. A guest's unsubscription and block also apply.
 */
export const inherit = (heir: ContactRow, guest: ContactRow): ContactRow => {
  const row: ContactRow = { ...heir };
  for (const field of inherited) Object.assign(row, { [field]: heir[field] ?? guest[field] });
  if (heir.companyId === null && heir.companyName === null) {
    row.companyId = guest.companyId;
    row.companyName = guest.companyName;
  }
  if (guest.unsubscribed && !heir.unsubscribed) {
    row.unsubscribed = true;
    row.unsubscribedAt = guest.unsubscribedAt;
    row.unsubscribeReason = guest.unsubscribeReason;
  }
  return {
    ...row,
    blocked: heir.blocked || guest.blocked,
    emailBounced: heir.email === null ? guest.emailBounced : heir.emailBounced,
    tags: [...new Set([...heir.tags, ...guest.tags])].slice(0, MAX_TAGS),
    customData: united(heir.customData, guest.customData),
    outboundHistory: united(heir.outboundHistory, guest.outboundHistory),
    firstActivity: earlier(heir.firstActivity, guest.firstActivity),
    lastActivity: later(heir.lastActivity, guest.lastActivity) ?? heir.lastActivity,
    lastHeardFrom: later(heir.lastHeardFrom, guest.lastHeardFrom),
    sessions: heir.sessions + guest.sessions,
  };
};
