import type { FieldMap, SortFields } from '@parley/persistence';

/** What lists of companies filter by. */
export const companyFields: FieldMap = {
  id: { column: 'id', type: 'id' },
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

/** Sort keys that indexes have in another way: every company has a value. */
export const companySortable: SortFields = {
  companyId: 'company_id',
};
