import type { FieldMap } from '@parley/persistence';

/** As `isEmailOnly`, over a row. */
export const EMAIL_ONLY = 'coalesce(email_only, email IS NOT NULL AND user_id IS NULL)';

/** What lists of contacts filter by. */
export const contactFields: FieldMap = {
  id: { column: 'id', type: 'id' },
  svcId: { column: 'svc_id', type: 'text' },
  userId: { column: 'user_id', type: 'text' },
  email: { column: 'email', type: 'email' },
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
