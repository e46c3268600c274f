import { invalid } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { Store } from '../db';
import { findMembers } from '../users';

const FIELD = 'members';
const MAX_MEMBERS = 500;

/**
 * The sent members of a team, each once: at most 500 people with access to the project. Service accounts are no members. 400 naming
 * each invalid one. The project is locked, so that no member loses the access in between.
 */
export const checkedMembers = async (
  tx: Store,
  projectId: string,
  sent: readonly unknown[],
): Promise<string[]> => {
  if (sent.length > MAX_MEMBERS)
    throw invalid({ field: FIELD, message: `takes at most ${MAX_MEMBERS} users` });
  const ids = sent.filter((id) => typeof id === 'string' && isId(id)) as string[];
  const found = await findMembers(tx.sql, projectId, ids);
  const people = new Set(found.filter(({ userType }) => userType !== 'service_account').map(({ id }) => id));
  const problems = sent.flatMap((id, index) =>
    people.has(id as string)
      ? []
      : [{ field: `${FIELD}.${index}`, message: 'must be a user with access to this project' }],
  );
  if (problems.length > 0) throw invalid(problems);
  return [...new Set(ids)];
};
