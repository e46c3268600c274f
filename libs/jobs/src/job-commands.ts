import type { Jobs } from './jobs';

type Command = (say: (line: string) => void, args: readonly string[]) => Promise<string>;

/** Most jobs that a list names. */
const LISTED = 1_000;

/** The commands by which an operator looks after the jobs of a service that were set aside. */
export const jobCommands = (
  service: string,
  jobs: Pick<Jobs, 'dead' | 'revive'>,
): Record<'jobs:list' | 'jobs:retry', Command> => ({
  'jobs:list': async (say) => {
    const dead = await jobs.dead(LISTED);
    for (const { id, name, projectId, key, attempts, error, at } of dead)
      say(
        `${id}  ${at.toISOString()}  ${name}  project ${projectId}  ${key}  ${attempts} attempts  ${error}`,
      );
    return `${service}: ${dead.length} jobs are set aside.`;
  },
  'jobs:retry': async (_say, [id]) => `${service}: ${await jobs.revive(id)} jobs are tried again.`,
});
