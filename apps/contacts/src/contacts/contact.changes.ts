import { newId } from '@parley/persistence';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ContactPatch, type ContactRow, sameTags, toSearchText } from './contact';

const SVC_ID_BYTES = 24;

/** A company's effect on its contact's fields. */
export type CompanyFields = Pick<ContactRow, 'companyId' | 'companyName'>;

/** A new contact; it counts as active at that moment. */
export const newContact = (
  project: Pick<ContactRow, 'projectId' | 'organisationId'>,
  patch: ContactPatch,
  company: CompanyFields,
  now: Date,
): ContactRow => {
  const row: ContactRow = {
    ...project,
    id: newId(),
    svcId: randomBytes(SVC_ID_BYTES).toString('base64url'),
    userId: null,
    email: null,
    name: null,
    phone: null,
    avatar: null,
    lang: null,
    plan: null,
    value: null,
    sla: null,
    tags: [],
    customData: null,
    location: null,
    platform: null,
    deviceType: null,
    firstActivity: now,
    lastActivity: now,
    lastHeardFrom: null,
    lastPageView: null,
    sessions: 0,
    unsubscribed: false,
    unsubscribedAt: null,
    unsubscribeReason: null,
    emailBounced: null,
    blocked: false,
    outboundHistory: null,
    eventData: null,
    emailOnly: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
    searchText: '',
    ...patch,
    ...company,
    ...(patch.unsubscribed && { unsubscribedAt: now }),
  };
  return { ...row, searchText: toSearchText(row) };
};

/** Whether a patch sets other tags than the contact has. */
export const changesTags = (stored: readonly string[], { tags }: ContactPatch): boolean =>
  tags !== undefined && !sameTags(stored, tags);

/** What becomes of an unsubscription: who is unsubscribed stays so since then, and who is subscribed again has no reason. */
const subscriptionAfter = (
  row: ContactRow,
  { unsubscribed }: ContactPatch,
  now: Date,
): Partial<Pick<ContactRow, 'unsubscribedAt' | 'unsubscribeReason'>> => {
  if (unsubscribed === undefined || unsubscribed === row.unsubscribed) return {};
  return { unsubscribedAt: unsubscribed ? now : null, unsubscribeReason: null };
};

/** The contact after a patch, or undefined when the patch changes nothing. `userId` stays as it is. */
export const changedContact = (
  row: ContactRow,
  patch: ContactPatch,
  company: CompanyFields,
  now: Date,
): ContactRow | undefined => {
  const after: ContactRow = {
    ...row,
    ...subscriptionAfter(row, patch, now),
    ...patch,
    ...company,
    userId: row.userId,
  };
  if (!changesTags(row.tags, patch)) after.tags = row.tags;
  // Another address has its own fate.
  if (after.email !== row.email) after.emailBounced = null;
  if (isDeepStrictEqual(row, after)) return undefined;
  return { ...after, searchText: toSearchText(after), updatedAt: now, version: row.version + 1 };
};
