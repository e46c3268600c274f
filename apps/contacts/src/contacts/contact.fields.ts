import { type FieldMap, type SortFields } from '@parley/persistence';

/** As `isEmailOnly`, over a row. */
export const EMAIL_ONLY = 'coalesce(email_only, email IS NOT NULL AND user_id IS NULL)';

/** What lists of contacts filter by. */
export const contactFields: FieldMap = {
  id: { column: 'id', type: 'id' },
  _id: { column: 'id', type: 'id' },
  svcId: { column: 'svc_id', type: 'text' },
  userId: { column: 'user_id', type: 'text' },
  email: { column: 'email', type: 'text' },
  name: { column: 'name', type: 'text' },
  phone: { column: 'phone', type: 'text' },
  avatar: { column: 'avatar', type: 'text' },
  lang: { column: 'lang', type: 'text' },
  companyId: { column: 'company_id', type: 'text' },
  companyName: { column: 'company_name', type: 'text' },
  plan: { column: 'plan', type: 'text' },
  value: { column: 'value', type: 'number' },
  sla: { column: 'sla', type: 'number' },
  tags: { column: 'tags', type: 'textArray' },
  customData: { json: 'custom_data' },
  location: { json: 'location' },
  platform: { column: 'platform', type: 'text' },
  deviceType: { column: 'device_type', type: 'text' },
  firstActivity: { column: 'first_activity', type: 'date' },
  lastActivity: { column: 'last_activity', type: 'date' },
  lastHeardFrom: { column: 'last_heard_from', type: 'date' },
  lastPageView: { json: 'last_page_view' },
  sessions: { column: 'sessions', type: 'integer' },
  unsubscribed: { column: 'unsubscribed', type: 'boolean' },
  unsubscribedAt: { column: 'unsubscribed_at', type: 'date' },
  unsubscribeReason: { column: 'unsubscribe_reason', type: 'text' },
  emailOnly: { column: EMAIL_ONLY, type: 'boolean' },
  blocked: { column: 'blocked', type: 'boolean' },
  outboundHistory: { json: 'outbound_history' },
  eventData: { json: 'event_data' },
  createdAt: { column: 'created_at', type: 'date' },
  updatedAt: { column: 'updated_at', type: 'date' },
};

const last = (sql: string): { sql: string; nullsLast: true } => ({ sql, nullsLast: true });

/** What lists of contacts are sorted by; those without the value come last. */
export const contactSortable: SortFields = {
  id: 'id',
  _id: 'id',
  svcId: 'svc_id',
  userId: last('user_id'),
  email: last('email'),
  name: last('name'),
  phone: last('phone'),
  avatar: last('avatar'),
  lang: last('lang'),
  companyId: last('company_id'),
  companyName: last('company_name'),
  plan: last('plan'),
  value: last('value'),
  sla: last('sla'),
  platform: last('platform'),
  deviceType: last('device_type'),
  firstActivity: 'first_activity',
  lastActivity: 'last_activity',
  lastHeardFrom: last('last_heard_from'),
  sessions: 'sessions',
  unsubscribed: 'unsubscribed',
  unsubscribedAt: last('unsubscribed_at'),
  unsubscribeReason: last('unsubscribe_reason'),
  emailOnly: EMAIL_ONLY,
  blocked: 'blocked',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};
