import { compileFilter, invalidQuery } from '@parley/persistence';
import { contactFields } from './contact.fields';

/** The columns of fields that a contact may lack, by their public names, in the order of the index `contact_search`. */
const optional = {
  userId: 'user_id',
  email: 'email',
  name: 'name',
  phone: 'phone',
  avatar: 'avatar',
  lang: 'lang',
  companyId: 'company_id',
  companyName: 'company_name',
  plan: 'plan',
  value: 'value',
  sla: 'sla',
  customData: 'custom_data',
  location: 'location',
  platform: 'platform',
  deviceType: 'device_type',
  lastHeardFrom: 'last_heard_from',
  lastPageView: 'last_page_view',
  unsubscribedAt: 'unsubscribed_at',
  unsubscribeReason: 'unsubscribe_reason',
  outboundHistory: 'outbound_history',
} as const;

const TAGS = 'tags';

/** Younger than the index. */
const EVENT_DATA = 'eventData';

/** The names of the fields that a contact has. The index `contact_search` is on this very expression. */
const presentFields = `array_remove(ARRAY[${[
  ...Object.entries(optional).map(([name, column]) => `CASE WHEN ${column} IS NOT NULL THEN '${name}' END`),
  `CASE WHEN cardinality(tags) > 0 THEN '${TAGS}' END`,
].join(', ')}], NULL)`;

const has = (name: string): string => `${presentFields} @> ARRAY['${name}']`;

/**
 * The condition that a contact has a field, over `params`; a dot leads into free JSON.
 *
 * @throws DomainError INVALID_QUERY for a field that contacts do not have.
 */
export const fieldExists = (field: string, params: unknown[]): string => {
  if (field === TAGS || Object.hasOwn(optional, field)) return has(field);
  if (field === EVENT_DATA) return 'event_data IS NOT NULL';
  if (Object.hasOwn(contactFields, field)) return 'TRUE';
  const [root = ''] = field.split('.');
  const parent = Object.hasOwn(contactFields, root) ? contactFields[root] : undefined;
  if (field === root || !parent || !('json' in parent))
    throw invalidQuery('fieldExists', `Sessions have no field "${field}".`);
  const isThere = compileFilter([{ field, operator: 'ne', values: ['null'] }], contactFields, params);
  return `${root === EVENT_DATA ? 'TRUE' : has(root)} AND ${isThere}`;
};
