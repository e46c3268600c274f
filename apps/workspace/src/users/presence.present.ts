import type { Partially } from '@parley/rpc';
import type { Presence } from '@parley/proto/generated/parley/workspace/v1/roster_service';
import { presentMember } from './user.present';
import type { UserRow } from './user.store';

/** A person with what says whether it is available in a project. */
export const presentPresence = (
  row: Parameters<typeof presentMember>[0] & Pick<UserRow, 'available' | 'unavailableProjects'>,
): Partially<Presence> => ({
  user: presentMember(row),
  available: row.available,
  unavailableProjects: row.unavailableProjects,
});
