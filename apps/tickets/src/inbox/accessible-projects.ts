import { requireUser } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';

/** The projects that the caller can open at this moment: who lost a project sees nothing of it any more. */
export const accessibleProjects = async (
  { assignmentDirectory }: Pick<Deps, 'assignmentDirectory'>,
  context: CallContext,
): Promise<{ userId: string; projectIds: string[] }> => {
  const { id: userId } = requireUser(context.scope);
  const { projectIds } = await assignmentDirectory.listAccessibleProjects({ userId }, context);
  return { userId, projectIds };
};
