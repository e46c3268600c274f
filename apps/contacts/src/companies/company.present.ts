import type { CompanyMember } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { Company } from '@parley/proto/generated/parley/contacts/v1/company';
import type { ContactRow } from '../contacts';
import type { CompanyRow } from './company';

/** A company's document. */
export const presentCompany = (row: CompanyRow): Company => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  companyId: row.companyId,
  name: row.name ?? undefined,
  plan: row.plan ?? undefined,
  value: row.value ?? undefined,
  domain: row.domain ?? undefined,
  sla: row.sla ?? undefined,
  tags: row.tags,
  address: row.address ?? undefined,
  customData: row.customData ?? undefined,
  lastSeenAt: row.lastSeenAt?.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The 6 fields of a member. */
export type MemberRow = Pick<ContactRow, 'id' | 'name' | 'email' | 'userId' | 'avatar' | 'lastActivity'>;

/** A contact as a member of its company. */
export const presentMember = (row: MemberRow): CompanyMember => ({
  _id: row.id,
  name: row.name ?? undefined,
  email: row.email ?? undefined,
  userId: row.userId ?? undefined,
  avatar: row.avatar ?? undefined,
  lastActivity: row.lastActivity.toISOString(),
});
