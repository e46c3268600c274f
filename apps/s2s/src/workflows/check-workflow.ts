import { type FieldProblem, invalid, tooLarge } from '@parley/errors';
import { jsonBytes } from '@parley/json';
import { type CallContext, systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { agentsThatExist, type Step, type Workflow } from '../core';

/** Most bytes of a workflow's JSON. */
const MAX_BYTES = 262_144;

/** Refuses a workflow that is too large: 413. */
export const checkSize = (
  row: Pick<Workflow, 'name' | 'description' | 'event' | 'start' | 'steps'>,
): void => {
  const { name, description, event, start, steps } = row;
  const bytes = jsonBytes({ name, description, event, start, steps });
  if (bytes > MAX_BYTES)
    throw tooLarge(`The workflow has ${bytes} bytes of JSON, at most ${MAX_BYTES} are possible.`);
};

/** A step's references outside of its workflow. */
const findReference = (step: Step): { user?: string; team?: string; agentId?: string } => {
  if (step.type === 'assign') return step;
  if (step.type === 'handoff') return step.team === undefined ? {} : { team: step.team };
  return step.type === 'agent' ? { agentId: step.agentId } : {};
};

const unique = (ids: readonly (string | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== undefined)),
];

/** Refuses steps that name people, teams or AI agents that the project does not have: 400 naming each. */
export const checkReferences = async (
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  projectId: string,
  steps: readonly Step[],
  { requestId, traceparent }: CallContext,
): Promise<void> => {
  const named = steps.map(findReference);
  const userIds = unique(named.map(({ user }) => user));
  const teamIds = unique(named.map(({ team }) => team));
  const agentIds = unique(named.map(({ agentId }) => agentId));
  const system = systemContext('s2s', { projectId, requestId, ...(traceparent && { traceparent }) });
  const [users, teams, agents] = await Promise.all([
    userIds.length > 0 ? directory.getMembers({ projectId, userIds }, system) : { members: [] },
    teamIds.length > 0 ? directory.getTeams({ projectId, teamIds }, system) : { teams: [] },
    agentIds.length > 0 ? agentsThatExist(db, projectId, agentIds) : [],
  ]);
  const known = new Set([...users.members, ...teams.teams].map(({ id }) => id).concat(agents));
  const problems = named.flatMap((reference, index): FieldProblem[] =>
    (['user', 'team', 'agentId'] as const).flatMap((member) => {
      const id = reference[member];
      if (id === undefined || known.has(id)) return [];
      return [{ field: `steps.${index}.${member}`, message: 'is not known in this project' }];
    }),
  );
  if (problems.length > 0) throw invalid(problems);
};
