import type { Record } from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import type { CompanyRow } from '../companies';
import type { ContactRow } from '../contacts';

/** The fields of a contact that other services show. */
export type ContactRecordRow = Pick<
  ContactRow,
  | 'id'
  | 'version'
  | 'name'
  | 'email'
  | 'phone'
  | 'lang'
  | 'plan'
  | 'value'
  | 'sla'
  | 'customData'
  | 'userId'
  | 'companyId'
  | 'companyName'
  | 'avatar'
  | 'tags'
  | 'unsubscribed'
  | 'createdAt'
>;

/** The fields of a company that other services show. */
export type CompanyRecordRow = Pick<
  CompanyRow,
  | 'id'
  | 'version'
  | 'name'
  | 'plan'
  | 'value'
  | 'domain'
  | 'sla'
  | 'customData'
  | 'companyId'
  | 'tags'
  | 'createdAt'
>;

/** A contact as a record. */
export const presentContactRecord = (row: ContactRecordRow): Record => ({
  id: row.id,
  version: row.version,
  name: row.name ?? undefined,
  email: row.email ?? undefined,
  phone: row.phone ?? undefined,
  lang: row.lang ?? undefined,
  plan: row.plan ?? undefined,
  value: row.value ?? undefined,
  sla: row.sla ?? undefined,
  customData: row.customData ?? undefined,
  userId: row.userId ?? undefined,
  companyId: row.companyId ?? undefined,
  companyName: row.companyName ?? undefined,
  avatar: row.avatar ?? undefined,
  tags: row.tags,
  unsubscribed: row.unsubscribed,
  createdAt: row.createdAt.toISOString(),
});

/** A company as a record. */
export const presentCompanyRecord = (row: CompanyRecordRow): Record => ({
  id: row.id,
  version: row.version,
  name: row.name ?? undefined,
  plan: row.plan ?? undefined,
  value: row.value ?? undefined,
  domain: row.domain ?? undefined,
  sla: row.sla ?? undefined,
  customData: row.customData ?? undefined,
  companyId: row.companyId,
  tags: row.tags,
  createdAt: row.createdAt.toISOString(),
});
