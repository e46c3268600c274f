import { invalid } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';

/** 400 unless a newly named author other than the caller has access to the project. */
export const checkAuthor = async (
  { workspace }: Pick<Deps, 'workspace'>,
  projectId: string,
  author: string | null | undefined,
  context: CallContext,
): Promise<void> => {
  const { actor } = context.scope;
  if (!author || (actor.type === 'user' && actor.id === author)) return;
  if (await workspace.isMember(projectId, author, context)) return;
  throw invalid({ field: 'author', message: 'this project has no such member' });
};
