import { comparableEmail, readableEmail } from '@parley/addresses';
import { foldLetters } from '@parley/search';
/** A mail that came back for good. */
export interface EmailBounced {
  /** Time of the report, as ISO 8601. */
  at: string;
  reason: string;
}

/** A contact as it is stored. */
export interface ContactRow {
  projectId: string;
  id: string;
  organisationId: string;
  svcId: string;
  userId: string | null;
  /** Trimmed, lower-case. */
  email: string | null;
  name: string | null;
  phone: string | null;
  avatar: string | null;
  lang: string | null;
  companyId: string | null;
  /** The company's name while there is a `companyId`, else a text of the contact's own. */
  companyName: string | null;
  plan: string | null;
  value: number | null;
  sla: number | null;
  tags: string[];
  customData: unknown;
  location: unknown;
  platform: string | null;
  deviceType: string | null;
  firstActivity: Date;
  lastActivity: Date;
  lastHeardFrom: Date | null;
  lastPageView: unknown;
  sessions: number;
  unsubscribed: boolean;
  unsubscribedAt: Date | null;
  unsubscribeReason: string | null;
  /** Of a mail to its address that came back for good. */
  emailBounced: EmailBounced | null;
  blocked: boolean;
  outboundHistory: unknown;
  eventData: unknown;
  /** As a caller said; see `isEmailOnly`. */
  emailOnly: boolean | null;
  createdAt: Date;
  updatedAt: Date;
  /** Counts the changes, from 1. */
  version: number;
  /** See `toSearchText`. */
  searchText: string;
}

/** A request's changes of a contact: values of columns, where null clears. */
export type ContactPatch = Partial<
  Pick<
    ContactRow,
    | 'userId'
    | 'email'
    | 'name'
    | 'phone'
    | 'avatar'
    | 'lang'
    | 'companyId'
    | 'companyName'
    | 'plan'
    | 'value'
    | 'sla'
    | 'tags'
    | 'customData'
    | 'location'
    | 'platform'
    | 'deviceType'
    | 'blocked'
    | 'firstActivity'
    | 'lastActivity'
    | 'lastPageView'
    | 'eventData'
    | 'emailOnly'
    | 'unsubscribed'
    | 'unsubscribeReason'
  >
>;

/** A text as search compares it: lower-case, without accents, one form per letter, one space between words. */
export const searchKey = (text: string): string => foldLetters(text).replaceAll(/\s+/g, ' ').trim();

/** A term as search compares it: an address in it is one that people write, however its domain is spelled. */
export const termKey = (term: string): string =>
  searchKey(
    term
      .split(/\s+/)
      .map((word) => (/@[^@]*\./.test(word) ? readableEmail(comparableEmail(word)) : word))
      .join(' '),
  );

/**
 * What search looks through: the five fields, the address as people write it, each between line breaks, so that a term after a break begins a field and
 * one between two is a whole field.
 */
export const toSearchText = ({
  name,
  email,
  userId,
  companyName,
  phone,
}: Pick<ContactRow, 'name' | 'email' | 'userId' | 'companyName' | 'phone'>): string =>
  `\n${[name, email && readableEmail(email), userId, companyName, phone].map((field) => searchKey(field ?? '')).join('\n')}\n`;

/** Whether two lists hold the same tags, in whatever order. */
export const sameTags = (one: readonly string[], other: readonly string[]): boolean => {
  const tags = new Set(one);
  return tags.size === new Set(other).size && other.every((tag) => tags.has(tag));
};

/** Whether the contact is known by its address only: as a caller said, else by its fields. */
export const isEmailOnly = ({
  email,
  userId,
  emailOnly,
}: Pick<ContactRow, 'email' | 'userId' | 'emailOnly'>): boolean =>
  emailOnly ?? (email !== null && userId === null);
