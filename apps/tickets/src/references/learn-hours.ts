import { defineJob, type Doer } from '@parley/jobs';
import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { HOURS_DUE, saveHours, unknownHours } from './unknown-hours.store';

/**
 * Asks when teams work of which a former release kept the rest. A team that is gone promises nothing any more, so it has no hours.
 */
export const hoursJob = defineJob<object>({ name: 'hours of teams', due: HOURS_DUE });

/** Teams of one round. */
const BATCH = 20;

/** Who does it. */
export const createHoursLearner = ({
  db,
  directory,
  clock,
}: Pick<Deps, 'db' | 'directory' | 'clock'>): Doer<object> => ({
  handle: async () => {
    const unknown = await unknownHours(db, BATCH);
    const [first] = unknown;
    if (!first) return;
    const { projectId } = first;
    const teamIds = unknown.map(({ id }) => id);
    const context = systemContext('tickets', { projectId });
    const { teams } = await directory.getTeams({ projectId, teamIds }, context);
    const found = new Map(teams.map((team) => [team.id, team]));
    // A workspace of a former release does not send the hours: they are asked for again.
    const known = teamIds.flatMap((id) => {
      const team = found.get(id);
      const operatingHours = team ? team.operatingHours : {};
      return operatingHours ? [{ id, operatingHours }] : [];
    });
    await saveHours(db, projectId, known);
    return known.length > 0 ? { goOnAt: clock() } : undefined;
  },
});
