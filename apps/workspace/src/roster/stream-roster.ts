import type {
  StreamMembersRequest,
  StreamMembersResponse,
  StreamTeamsRequest,
  StreamTeamsResponse,
} from '@parley/proto/generated/parley/workspace/v1/roster_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findPeople, START } from '../arrivals';
import { presentPresence } from '../users';
import { presentSchedule } from './roster.present';
import { findProjectIds, findSchedules } from './roster.store';

/** Rows that are in memory at a time. */
const PAGE = 500;
/** Projects with their people in one query. */
const PROJECTS = 200;

/** Teams with their hours, part by part: each is read when the one before was taken. */
export async function* streamTeams(
  { store: { sql } }: Pick<Deps, 'store'>,
  { projectId }: StreamTeamsRequest,
): AsyncGenerator<Partially<StreamTeamsResponse>> {
  for (let after = START; ;) {
    const rows = await findSchedules(sql, projectId, after, PAGE);
    if (rows.length > 0) yield { teams: rows.map(presentSchedule) };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

/** People of projects, part by part. */
async function* readPeople(
  { store: { sql } }: Pick<Deps, 'store'>,
  projectIds: readonly string[],
): AsyncGenerator<Partially<StreamMembersResponse>> {
  for (let after = START; ;) {
    const rows = await findPeople(sql, { projectIds, after, limit: PAGE });
    if (rows.length > 0)
      yield { members: rows.map((row) => ({ projectId: row.projectId, person: presentPresence(row) })) };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

/** People of one project or of all, part by part: each is read when the one before was taken. */
export async function* streamMembers(
  deps: Pick<Deps, 'store'>,
  { projectId }: StreamMembersRequest,
): AsyncGenerator<Partially<StreamMembersResponse>> {
  if (projectId !== undefined) return yield* readPeople(deps, [projectId]);
  for (let after = ''; ;) {
    const projectIds = await findProjectIds(deps.store.sql, after, PROJECTS);
    yield* readPeople(deps, projectIds);
    const last = projectIds.at(-1);
    if (last === undefined || projectIds.length < PROJECTS) return;
    after = last;
  }
}
