import { type Partially } from '@parley/rpc';
import { type Presence, type TeamSchedule } from '@parley/proto/generated/parley/workspace/v1/roster_service';
import { presentTeamReference } from '../teams/team.present';
import { presentMember } from '../users/user.present';
import { type UserRow } from '../users/user.store';
import { type ScheduleRow } from './roster.store';

/** A team as statistics reads it. */
export const presentSchedule = (row: ScheduleRow): Partially<TeamSchedule> => ({
  projectId: row.projectId,
  team: presentTeamReference(row),
  operatingHours: row.operatingHours === null ? undefined : { ...row.operatingHours },
  updatedAt: row.updatedAt.toISOString(),
});

/** A person with what says whether it is available in a project. */
export const presentPresence = (
  row: Parameters<typeof presentMember>[0] & Pick<UserRow, 'available' | 'unavailableProjects'>,
): Partially<Presence> => ({
  user: presentMember(row),
  available: row.available,
  unavailableProjects: row.unavailableProjects,
});
