import { type FieldProblem, invalid } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { TemplatePatch, TemplateRow } from './template';

/** Users and teams that a template is shared with. */
type Shares = Pick<TemplateRow, 'userIds' | 'teamIds'>;

const NONE: Shares = { userIds: [], teamIds: [] };

/**
 * Checks that the project has the users and teams that a template is newly shared with; those it was shared with before
 * may have gone since. 400 naming each that is not there.
 */
export const checkShares = async (
  { references }: Pick<Deps, 'references'>,
  context: CallContext,
  projectId: string,
  { userIds = [], teamIds = [] }: TemplatePatch,
  before: Shares = NONE,
): Promise<void> => {
  const newUsers = userIds.filter((id) => !before.userIds.includes(id));
  const newTeams = teamIds.filter((id) => !before.teamIds.includes(id));
  const none = new Map<string, unknown>();
  const [users, teams] = await Promise.all([
    newUsers.length > 0 ? references.members(context, projectId, newUsers) : none,
    newTeams.length > 0 ? references.teams(context, projectId, newTeams) : none,
  ]);
  const missing = (field: string, list: readonly string[], added: readonly string[], noun: string) =>
    list.flatMap((id, index): FieldProblem[] =>
      added.includes(id) && !(noun === 'member' ? users : teams).has(id)
        ? [{ field: `${field}.${index}`, message: `this project has no such ${noun}` }]
        : [],
    );
  const problems = [
    ...missing('users', userIds, newUsers, 'member'),
    ...missing('teams', teamIds, newTeams, 'team'),
  ];
  if (problems.length > 0) throw invalid(problems);
};
