import type { Partially } from '@parley/rpc';
import type { Member } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { User } from '@parley/proto/generated/parley/workspace/v1/user';
import type { ServiceAccountRow } from '../service-accounts';
import { presentNotificationSettings } from './notification-settings';
import type { UserRow } from './user.store';

/** A stored user as the public document: an allow-list, so that hashes and codes cannot get out. */
export const presentUser = (row: UserRow): Partially<User> => ({
  id: row.id,
  _id: row.id,
  email: row.email,
  firstName: row.firstName ?? undefined,
  lastName: row.lastName ?? undefined,
  name: row.name,
  confirmed: row.confirmed,
  userType: row.userType,
  userRole: row.userRole ?? undefined,
  jobTitle: row.jobTitle ?? undefined,
  department: row.department ?? undefined,
  phone: row.phone ?? undefined,
  calendarLink: row.calendarLink ?? undefined,
  socialLink: row.socialLink ?? undefined,
  profileImageUrl: row.profileImageUrl ?? undefined,
  available: row.available,
  unavailableProjects: row.unavailableProjects,
  notificationPreferences: row.notificationPreferences ?? undefined,
  notificationSettings: { ...presentNotificationSettings(row.notificationSettings) },
  completedOnboarding: row.completedOnboarding,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** A service account as the caller's own document: it has a name and a project, and no address. */
export const presentServiceAccountAsUser = (row: ServiceAccountRow): Partially<User> => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  confirmed: true,
  userType: 'service_account',
  project: row.projectId,
  available: false,
  unavailableProjects: [],
  completedOnboarding: true,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** A stored user as tickets and messages show one. */
export const presentMember = (
  row: Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'userType'>,
): Partially<Member> => ({
  id: row.id,
  email: row.email,
  firstName: row.firstName ?? undefined,
  lastName: row.lastName ?? undefined,
  profileImageUrl: row.profileImageUrl ?? undefined,
  userType: row.userType,
});
