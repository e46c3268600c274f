import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { Member } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { refreshUser } from '../references';

/** The durable that gets `workspace.v1.user.updated`. */
export const USERS_DURABLE = 'tickets-users';

/** Keeps names and addresses of users up to date. */
export const onUserUpdated = async ({ payload }: DomainEvent<{ user?: Member }>, tx: Sql): Promise<void> => {
  if (payload.user) await refreshUser(tx, payload.user);
};
