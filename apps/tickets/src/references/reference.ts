import { type ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import {
  type Member,
  type TeamReference,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type ContactRecord, type TeamRecord, type UserRecord } from '../core/reference.store';

/** What is kept of a contact that its service tells of. */
export const contactRecord = (contact: ContactReference): ContactRecord => ({
  id: contact.id,
  email: contact.email ?? null,
  name: contact.name ?? null,
  userId: contact.userId ?? null,
  avatar: contact.avatar ?? null,
  phone: contact.phone ?? null,
  companyId: contact.companyId ?? null,
  unsubscribed: contact.unsubscribed,
  blocked: contact.blocked,
  sla: contact.sla ?? null,
  version: contact.version,
});

/** What is kept of a person that the workspace tells of. */
export const userRecord = (member: Member): UserRecord => ({
  id: member.id,
  email: member.email || null,
  firstName: member.firstName ?? null,
  lastName: member.lastName ?? null,
  profileImageUrl: member.profileImageUrl ?? null,
  userType: member.userType,
});

/** What is kept of a team that the workspace tells of. */
export const teamRecord = ({ id, name, defaultSla, operatingHours }: TeamReference): TeamRecord => ({
  id,
  name,
  defaultSla: defaultSla ?? null,
  operatingHours: operatingHours ?? null,
});
