import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Grouping } from '../question';
import { findNames, formatName } from './people';
import { teamNames } from './team.store';

const OTHERS = 'Other';

/** What people read for the keys of a chart's series; values of tickets are their own names. */
export const namesOfKeys = async (
  deps: Pick<Deps, 'db' | 'directory'>,
  projectId: string,
  by: Grouping,
  keys: readonly (string | null)[],
  context: CallContext,
): Promise<Map<string | null, string>> => {
  const ids = keys.filter((key): key is string => key !== null && key !== 'other');
  const names = new Map<string | null, string>([
    [null, 'None'],
    ['other', OTHERS],
  ]);
  if (by === 'team') for (const [id, name] of await teamNames(deps.db, projectId, ids)) names.set(id, name);
  if (by === 'user') {
    const people = await findNames(deps, projectId, ids, context);
    for (const id of ids) names.set(id, formatName(id, people.get(id)));
  }
  return names;
};
