import type { Store } from '../db';
import { Prisma, type UserAccount } from '../generated/prisma/client';
import type { NotificationPreferences } from './notification-preferences';
import type { NotificationSettings } from './notification-settings';
import type { PersonName } from './user';

/** A stored user. */
export interface UserRow extends Omit<UserAccount, 'notificationPreferences' | 'notificationSettings'> {
  notificationPreferences: NotificationPreferences | null;
  notificationSettings: NotificationSettings | null;
}

/** The fields of a new account. */
export interface NewUser extends PersonName {
  id: string;
  email: string;
  passwordHash: string | null;
  userRole: string | null;
  confirmed: boolean;
  createdAt: Date;
}

/** A person's changes of the own account; omitted fields stay. */
export type UserChange = Partial<
  Omit<UserRow, 'id' | 'email' | 'passwordHash' | 'confirmed' | 'userType' | 'tokensSince' | 'createdAt'>
>;

const toRow = (row: UserAccount): UserRow => row as UserRow;

/** The row that `insertUser` writes, without writing it. */
export const newUserRow = (user: NewUser): UserRow => ({
  ...user,
  userType: 'default',
  jobTitle: null,
  department: null,
  phone: null,
  calendarLink: null,
  socialLink: null,
  profileImageUrl: null,
  available: true,
  awayByWindow: false,
  unavailableProjects: [],
  notificationPreferences: null,
  notificationSettings: null,
  completedOnboarding: false,
  tokensSince: 0,
  updatedAt: user.createdAt,
});

/** Inserts an account; answers false when the address has one. */
export const insertUser = async (store: Store, user: NewUser): Promise<boolean> => {
  const row = {
    ...newUserRow(user),
    notificationPreferences: Prisma.DbNull,
    notificationSettings: Prisma.DbNull,
  };
  const { count } = await store.prisma.userAccount.createMany({ data: [row], skipDuplicates: true });
  return count === 1;
};

export const findUser = async (store: Store, id: string): Promise<UserRow | undefined> => {
  const row = await store.prisma.userAccount.findUnique({ where: { id } });
  return row ? toRow(row) : undefined;
};

export const findUserByEmail = async (store: Store, email: string): Promise<UserRow | undefined> => {
  const row = await store.prisma.userAccount.findUnique({ where: { email } });
  return row ? toRow(row) : undefined;
};

/** The account, locked until the transaction ends. */
export const lockUser = async (store: Store, id: string): Promise<UserRow | undefined> => {
  await store.sql.query('SELECT id FROM user_account WHERE id = $1 FOR UPDATE', [id]);
  return findUser(store, id);
};

/** Changes an account that exists. */
export const updateUser = async (store: Store, id: string, change: UserChange): Promise<UserRow> => {
  const { notificationPreferences, notificationSettings, ...rest } = change;
  const data = {
    ...rest,
    ...(notificationPreferences !== undefined && {
      notificationPreferences: notificationPreferences ?? Prisma.DbNull,
    }),
    ...(notificationSettings !== undefined && {
      notificationSettings: notificationSettings ?? Prisma.DbNull,
    }),
  };
  return toRow(await store.prisma.userAccount.update({ where: { id }, data }));
};

/** Confirms an account and gives it a password. */
export const confirmWithPassword = async (store: Store, id: string, passwordHash: string): Promise<UserRow> =>
  toRow(
    await store.prisma.userAccount.update({
      where: { id },
      data: { confirmed: true, passwordHash, updatedAt: new Date() },
    }),
  );
