import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { ContactMatch } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { type ContactRow, isEmailOnly } from './contact';

/** A contact's document; `svcHash` only for those who may see it. */
export const presentContact = (row: ContactRow, svcHash?: string): Contact => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  svcId: row.svcId,
  svcHash,
  userId: row.userId ?? undefined,
  email: row.email ?? undefined,
  name: row.name ?? undefined,
  phone: row.phone ?? undefined,
  avatar: row.avatar ?? undefined,
  lang: row.lang ?? undefined,
  companyId: row.companyId ?? undefined,
  companyName: row.companyName ?? undefined,
  plan: row.plan ?? undefined,
  value: row.value ?? undefined,
  sla: row.sla ?? undefined,
  tags: row.tags,
  customData: row.customData ?? undefined,
  location: row.location ?? undefined,
  platform: row.platform ?? undefined,
  deviceType: row.deviceType ?? undefined,
  firstActivity: row.firstActivity.toISOString(),
  lastActivity: row.lastActivity.toISOString(),
  lastHeardFrom: row.lastHeardFrom?.toISOString(),
  lastPageView: row.lastPageView ?? undefined,
  sessions: row.sessions,
  unsubscribed: row.unsubscribed,
  unsubscribedAt: row.unsubscribedAt?.toISOString(),
  unsubscribeReason: row.unsubscribeReason ?? undefined,
  emailOnly: isEmailOnly(row),
  emailBounced: row.emailBounced ?? undefined,
  blocked: row.blocked,
  outboundHistory: row.outboundHistory ?? undefined,
  eventData: row.eventData ?? undefined,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The fields that other services keep. */
export type ReferenceRow = Pick<
  ContactRow,
  | 'id'
  | 'email'
  | 'name'
  | 'userId'
  | 'avatar'
  | 'phone'
  | 'lang'
  | 'companyId'
  | 'unsubscribed'
  | 'blocked'
  | 'sla'
  | 'version'
>;

/** What other services keep of a contact. */
export const presentReference = (row: ReferenceRow): ContactReference => ({
  id: row.id,
  email: row.email ?? undefined,
  name: row.name ?? undefined,
  userId: row.userId ?? undefined,
  avatar: row.avatar ?? undefined,
  phone: row.phone ?? undefined,
  lang: row.lang ?? undefined,
  companyId: row.companyId ?? undefined,
  unsubscribed: row.unsubscribed,
  blocked: row.blocked,
  sla: row.sla ?? undefined,
  version: row.version,
});

/** The 7 fields of a search match. */
export type MatchRow = Pick<
  ContactRow,
  'id' | 'email' | 'userId' | 'name' | 'companyId' | 'companyName' | 'phone'
>;

/** A contact as autocomplete shows it. */
export const presentMatch = (row: MatchRow): ContactMatch => ({
  id: row.id,
  email: row.email ?? undefined,
  userId: row.userId ?? undefined,
  name: row.name ?? undefined,
  companyId: row.companyId ?? undefined,
  companyName: row.companyName ?? undefined,
  phone: row.phone ?? undefined,
});
