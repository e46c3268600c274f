import type { Partially } from '@parley/rpc';
import type { TeamSchedule } from '@parley/proto/generated/parley/workspace/v1/roster_service';
import { presentTeamReference } from '../teams';
import type { ScheduleRow } from './roster.store';

/** A team as statistics reads it. */
export const presentSchedule = (row: ScheduleRow): Partially<TeamSchedule> => ({
  projectId: row.projectId,
  team: presentTeamReference(row),
  operatingHours: row.operatingHours === null ? undefined : { ...row.operatingHours },
  updatedAt: row.updatedAt.toISOString(),
});
