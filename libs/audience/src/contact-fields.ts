/** What kind of value a field of a contact holds. */
export type FieldKind = 'text' | 'number' | 'time' | 'boolean' | 'list' | 'free';

/** Longest name of a field, in characters. */
export const MAX_FIELD = 128;

const kinds: Readonly<Record<string, FieldKind>> = {
  userId: 'text',
  email: 'text',
  name: 'text',
  phone: 'text',
  avatar: 'text',
  lang: 'text',
  companyId: 'text',
  companyName: 'text',
  plan: 'text',
  platform: 'text',
  deviceType: 'text',
  value: 'number',
  sla: 'number',
  sessions: 'number',
  createdAt: 'time',
  firstActivity: 'time',
  lastActivity: 'time',
  lastHeardFrom: 'time',
  unsubscribed: 'boolean',
  emailOnly: 'boolean',
  tags: 'list',
};

const FREE = /^(customData|location)\.[^\s.\0]([^\0]*[^\s.\0])?$/;

/** The fields that have a name of their own. */
export const namedFields: readonly string[] = Object.keys(kinds);

/** The kind of a contact's field; undefined for a field that conditions may not use. */
export const fieldKind = (field: string): FieldKind | undefined => {
  if (Object.hasOwn(kinds, field)) return kinds[field];
  return field.length <= MAX_FIELD && FREE.test(field) ? 'free' : undefined;
};
