import { type FieldMap, type SortFields } from '@parley/persistence';

/** What lists of companies filter by. */
export const companyFields: FieldMap = {
  id: { column: 'id', type: 'id' },
  _id: { column: 'id', type: 'id' },
  companyId: { column: 'company_id', type: 'text' },
  name: { column: 'name', type: 'text' },
  plan: { column: 'plan', type: 'text' },
  value: { column: 'value', type: 'number' },
  domain: { column: 'domain', type: 'text' },
  sla: { column: 'sla', type: 'number' },
  tags: { column: 'tags', type: 'textArray' },
  address: { json: 'address' },
  customData: { json: 'custom_data' },
  lastSeenAt: { column: 'last_seen_at', type: 'date' },
  createdAt: { column: 'created_at', type: 'date' },
  updatedAt: { column: 'updated_at', type: 'date' },
};

const last = (sql: string): { sql: string; nullsLast: true } => ({ sql, nullsLast: true });

/** What lists of companies are sorted by; those without the value come last. */
export const companySortable: SortFields = {
  id: 'id',
  _id: 'id',
  companyId: 'company_id',
  name: last('name'),
  plan: last('plan'),
  value: last('value'),
  domain: last('domain'),
  sla: last('sla'),
  lastSeenAt: last('last_seen_at'),
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};
