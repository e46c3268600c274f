import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { Member, TeamReference } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { ContactRecord, TeamRecord, UserRecord } from '../core';

/** The copy of a contact from its service's answer. */
export const contactRecord = (contact: ContactReference): ContactRecord => ({
  id: contact.id,
  email: contact.email ?? null,
  name: contact.name ?? null,
  userId: contact.userId ?? null,
  avatar: contact.avatar ?? null,
  phone: contact.phone ?? null,
  companyId: contact.companyId ?? null,
  lang: contact.lang ?? null,
  unsubscribed: contact.unsubscribed,
  blocked: contact.blocked,
  sla: contact.sla ?? null,
  version: contact.version,
});

/** The copy of a person from the workspace's answer. */
export const userRecord = (member: Member): UserRecord => ({
  id: member.id,
  email: member.email || null,
  firstName: member.firstName ?? null,
  lastName: member.lastName ?? null,
  profileImageUrl: member.profileImageUrl ?? null,
  userType: member.userType,
});

/** The copy of a team from the workspace's answer. */
export const teamRecord = ({ id, name, defaultSla, operatingHours }: TeamReference): TeamRecord => ({
  id,
  name,
  defaultSla: defaultSla ?? null,
  operatingHours: operatingHours ?? null,
});
