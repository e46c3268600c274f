import type { OperatingHours } from '@parley/opening-hours';
import type { Deps } from '../deps';
import { learnTeam } from '../consumers';
import { keepPerson } from '../names';
import { findProjects, hasBegun, noteBeginning, requestBuilds } from '../progress';

/** Learns who is in projects, and which teams there are and when they work. */
const readRoster = async ({ db, sources, clock }: Pick<Deps, 'db' | 'sources' | 'clock'>): Promise<void> => {
  for await (const people of sources.people())
    for (const { projectId, person } of people) if (person) await keepPerson(db, projectId, person);
  for await (const teams of sources.teams())
    for (const { projectId, team, operatingHours, updatedAt } of teams)
      if (team)
        await db.transaction((tx) =>
          learnTeam(tx, projectId, team, {
            hours: (operatingHours ?? {}) as OperatingHours,
            since: updatedAt === undefined ? clock() : new Date(updatedAt),
            now: clock(),
          }),
        );
};

/**
 * At the first start: reads people and teams, and queues a build of each project that already has tickets. Until then nothing is
 * answered, because it is unknown which projects had tickets before.
 */
export const beginOnce = async (deps: Pick<Deps, 'db' | 'sources' | 'clock'>): Promise<void> => {
  const { db, sources, clock } = deps;
  if (await hasBegun(db, 'projects')) return;
  await readRoster(deps);
  for await (const projectIds of sources.projects()) await requestBuilds(db, projectIds, clock());
  await noteBeginning(db, 'projects', clock());
};

/** Asks for a build of every project that has tickets, and of people and teams; answers how many projects. */
export const rebuildAll = async (deps: Pick<Deps, 'db' | 'sources' | 'clock'>): Promise<number> => {
  const { db, sources, clock } = deps;
  await readRoster(deps);
  let count = 0;
  for await (const projectIds of sources.projects()) {
    await requestBuilds(db, projectIds, clock());
    count += projectIds.length;
  }
  await requestBuilds(db, await findProjects(db), clock());
  await noteBeginning(db, 'projects', clock());
  return count;
};
