import { isEmail } from '@parley/addresses';
import { comparableEmail } from '@parley/addresses';
import { messageSchemas } from '@parley/proto';
import { reservedCompanyIds } from '../../companies';
import type { ContactPatch, ContactRow } from '../../contacts';
import type { ImportEntry } from '../import-entry';
import { asObject } from './json';
import { cut, unitedTags } from './texts';

/** A contact as another platform has it. */
export interface PlatformContact {
  /** The platform's own identifier. */
  ref: string;
  userId?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  phone?: string | undefined;
  avatar?: string | undefined;
  lang?: string | undefined;
  companyId?: string | undefined;
  companyName?: string | undefined;
  platform?: string | undefined;
  location?: Readonly<Record<string, unknown>> | undefined;
  customData?: Readonly<Record<string, unknown>>;
  tags?: readonly string[];
  blocked?: boolean;
  /** Said there that no mail is wanted. */
  unsubscribed?: boolean;
}

/** Why a contact was not taken. */
export interface Refusal {
  outcome: 'skipped' | 'failed';
  reason: string;
}

const limits = messageSchemas['parley.contacts.v1.ContactInput']?.properties ?? {};

const findLimit = (field: keyof ContactPatch): number => Number(limits[field]?.['maxLength'] ?? Infinity);

/** Texts that are cut to the contract's limits. */
const descriptive = ['name', 'phone', 'lang', 'companyName', 'platform'] as const;

const findProblem = ({ userId, email, companyId }: PlatformContact): Refusal | undefined => {
  if (userId === undefined && email === undefined) {
    return { outcome: 'skipped', reason: 'It has neither a user id nor an e-mail address.' };
  }
  if (email !== undefined && (email.length > findLimit('email') || !isEmail(email))) {
    return { outcome: 'failed', reason: 'Its e-mail address is not valid.' };
  }
  if (companyId !== undefined && reservedCompanyIds.includes(companyId)) {
    return { outcome: 'failed', reason: `Its company id is ${companyId}, which stands for something else.` };
  }
  for (const [name, value] of [
    ['user id', userId],
    ['company id', companyId],
  ]) {
    if (value !== undefined && value.length > findLimit('userId')) {
      return { outcome: 'failed', reason: `Its ${name} is longer than ${findLimit('userId')} characters.` };
    }
  }
  return undefined;
};

const fixedPatch = (contact: PlatformContact): ContactPatch => {
  const patch: ContactPatch = {};
  for (const field of descriptive) {
    const value = contact[field];
    if (value !== undefined) patch[field] = cut(value, findLimit(field));
  }
  // A picture's address that is cut leads nowhere.
  if (contact.avatar !== undefined && contact.avatar.length <= findLimit('avatar'))
    patch.avatar = contact.avatar;
  if (contact.userId !== undefined) patch.userId = contact.userId;
  if (contact.email !== undefined) patch.email = comparableEmail(contact.email);
  if (contact.companyId !== undefined) patch.companyId = contact.companyId;
  if (contact.location && Object.keys(contact.location).length > 0) patch.location = contact.location;
  if (contact.blocked) patch.blocked = true;
  return patch;
};

/**
 * An import entry of a platform's contact, or why there is none. Fields unknown to the platform stay; free attributes are merged by
 * name, tags united. No contact is subscribed again or unblocked.
 */
export const toEntry = (
  contact: PlatformContact,
  { title, mayTag }: { title: string; mayTag: boolean },
): ImportEntry | Refusal => {
  const problem = findProblem(contact);
  if (problem) return problem;
  const fixed = fixedPatch(contact);
  const { customData = {}, tags = [] } = contact;
  const patchFor = (stored: ContactRow | undefined): ContactPatch => {
    const patch: ContactPatch = { ...fixed };
    if (Object.keys(customData).length > 0) {
      patch.customData = { ...asObject(stored?.customData), ...customData };
    }
    if (mayTag && tags.length > 0) patch.tags = unitedTags(stored?.tags ?? [], tags);
    if (contact.unsubscribed && !stored?.unsubscribed) {
      patch.unsubscribed = true;
      patch.unsubscribeReason = `Unsubscribed in ${title}`;
    }
    return patch;
  };
  return { userId: fixed.userId ?? null, email: fixed.email ?? null, patchFor };
};
