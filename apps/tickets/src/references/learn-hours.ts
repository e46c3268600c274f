import { systemContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { saveHours, unknownHours } from './unknown-hours.store';

/** Whether there is something to do. */
export { HOURS_DUE } from './unknown-hours.store';

/** Teams of one round. */
const BATCH = 20;

/**
 * Asks when teams work of which a former release kept the rest. A team that is gone promises nothing any more, so it has no hours.
 * Answers whether there may be more.
 */
export const learnHours = async ({ db, directory }: Pick<Deps, 'db' | 'directory'>): Promise<boolean> => {
  const unknown = await unknownHours(db, BATCH);
  const [first] = unknown;
  if (!first) return false;
  const { projectId } = first;
  const teamIds = unknown.map(({ id }) => id);
  const { teams } = await directory.getTeams({ projectId, teamIds }, systemContext('tickets', { projectId }));
  const found = new Map(teams.map((team) => [team.id, team]));
  // A workspace of a former release does not tell the hours: they are asked for again.
  const known = teamIds.flatMap((id) => {
    const team = found.get(id);
    const operatingHours = team ? team.operatingHours : {};
    return operatingHours ? [{ id, operatingHours }] : [];
  });
  await saveHours(db, projectId, known);
  return known.length > 0;
};
