import type { FieldProblem } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';

/** The people and teams that a board is shared with; undefined stays. */
export interface Shares {
  users: readonly string[] | undefined;
  teams: readonly string[] | undefined;
}

const refuse = (
  field: string,
  ids: readonly string[],
  known: ReadonlySet<string>,
  message: string,
): FieldProblem[] =>
  ids.flatMap((id, index) => (known.has(id) ? [] : [{ field: `${field}.${index}`, message }]));

/** Finds people and service accounts without access to the project, and teams that it does not have. */
export const checkShares = async (
  { workspace }: Pick<Deps, 'workspace'>,
  projectId: string,
  { users = [], teams = [] }: Shares,
  context: CallContext,
): Promise<FieldProblem[]> => {
  const [knownUsers, knownTeams] = await Promise.all([
    users.length === 0 ? new Set<string>() : workspace.knownUsers(projectId, users, context),
    teams.length === 0 ? new Set<string>() : workspace.knownTeams(projectId, teams, context),
  ]);
  return [
    ...refuse('users', users, knownUsers, 'is nobody with access to this project'),
    ...refuse('teams', teams, knownTeams, 'is no team of this project'),
  ];
};
