import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findNames, formatName, type Named, type Person } from '../names';
import type { Cell } from './table';

/** Unassigned. */
export const UNASSIGNED: Cell = { value: 'Unassigned' };

/** The cell of a person; `Unassigned` without one. */
export const personCell = (id: string | null, people: ReadonlyMap<string, Named>): Cell => {
  if (id === null) return UNASSIGNED;
  const person = people.get(id);
  return { value: formatName(id, person), id, ...(person && { person }) };
};

/** People of rows by id. */
export const loadPeople = (
  deps: Pick<Deps, 'db' | 'directory'>,
  projectId: string,
  ids: readonly (string | null)[],
  context: CallContext,
): Promise<Map<string, Named>> =>
  findNames(
    deps,
    projectId,
    ids.flatMap((id) => id ?? []),
    context,
  );

/** A kept person as cells name one. */
export const toNamed = ({ id, firstName, lastName, email, imageUrl, userType }: Person): Named => ({
  id,
  firstName: firstName ?? undefined,
  lastName: lastName ?? undefined,
  email: email ?? undefined,
  profileImageUrl: imageUrl ?? undefined,
  userType,
});

/** By name, by code point, then by id. */
export const byName = (a: Cell, b: Cell): number => {
  const [one, other] = [String(a.value), String(b.value)];
  if (one !== other) return one < other ? -1 : 1;
  return (a.id ?? '') < (b.id ?? '') ? -1 : 1;
};
