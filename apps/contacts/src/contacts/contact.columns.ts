import type { ContactRow } from './contact';

/** The column of every property of a contact. */
export const columns: Record<keyof ContactRow, string> = {
  projectId: 'project_id',
  id: 'id',
  organisationId: 'organisation_id',
  svcId: 'svc_id',
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
  tags: 'tags',
  customData: 'custom_data',
  location: 'location',
  platform: 'platform',
  deviceType: 'device_type',
  firstActivity: 'first_activity',
  lastActivity: 'last_activity',
  lastHeardFrom: 'last_heard_from',
  lastPageView: 'last_page_view',
  sessions: 'sessions',
  unsubscribed: 'unsubscribed',
  unsubscribedAt: 'unsubscribed_at',
  unsubscribeReason: 'unsubscribe_reason',
  emailBounced: 'email_bounced',
  blocked: 'blocked',
  outboundHistory: 'outbound_history',
  eventData: 'event_data',
  emailOnly: 'email_only',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  version: 'version',
  searchText: 'search_text',
};

/** Columns that never change. */
const fixed: readonly string[] = [
  columns.projectId,
  columns.id,
  columns.organisationId,
  columns.svcId,
  columns.createdAt,
];

/** Every column, for an insert. */
export const allColumns = Object.values(columns).join(', ');

/** The columns that an update may set. */
export const changingColumns = Object.values(columns)
  .filter((column) => !fixed.includes(column))
  .join(', ');

/** The list of a SELECT that answers contacts. */
export const contactColumns = Object.entries(columns)
  .map(([property, column]) => `${column} AS "${property}"`)
  .join(', ');

/** A contact as JSON by column names, for `json_populate_record`. */
export const toRecord = (row: ContactRow): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(columns).map(([p, c]) => [c, row[p as keyof ContactRow]])),
  );
