import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findPeople } from './person.store';
import type { Named } from './directory';

/** Names of people and service accounts by id: kept ones, and others from the workspace. */
export const findNames = async (
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  projectId: string,
  ids: readonly string[],
  context: CallContext,
): Promise<Map<string, Named>> => {
  const wanted = [...new Set(ids)];
  const kept = await findPeople(db, projectId, wanted);
  const names = new Map<string, Named>(
    kept.map(({ id, firstName, lastName, email, imageUrl, userType }) => [
      id,
      {
        id,
        firstName: firstName ?? undefined,
        lastName: lastName ?? undefined,
        email: email ?? undefined,
        profileImageUrl: imageUrl ?? undefined,
        userType,
      },
    ]),
  );
  // Of a service account it is kept that it is one, and no name.
  const unknown = wanted.filter((id) => names.get(id)?.email === undefined);
  for (const person of unknown.length > 0 ? await directory.find(projectId, unknown, context) : [])
    names.set(person.id, { ...person, userType: names.get(person.id)?.userType ?? person.userType });
  return names;
};

/** What people read for a person: the name, else the address, else the id. */
export const formatName = (id: string, person: Omit<Named, 'id' | 'userType'> | undefined): string =>
  [person?.firstName, person?.lastName].filter(Boolean).join(' ') || (person?.email ?? id);
