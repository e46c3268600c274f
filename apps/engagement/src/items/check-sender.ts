import { invalid } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { ItemFields } from '../core';

/** 400 naming `sender` for an id of a person without access to the project. */
export const checkSender = async (
  { workspace }: Pick<Deps, 'workspace'>,
  projectId: string,
  sender: ItemFields['sender'] | undefined,
  context: CallContext,
): Promise<void> => {
  if (typeof sender !== 'string') return;
  if (!(await workspace.isMember(projectId, sender, context)))
    throw invalid({ field: 'sender', message: 'must be the id of a member of the project' });
};
