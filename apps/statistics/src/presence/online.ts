import type { Deps } from '../deps';
import { findOnline, type Person } from '../names';
import type { Filters } from '../question';

/** Milliseconds after a call for which its caller counts as online. */
export const ONLINE_MS = 300_000;

/** People who are online in a project: members, available there, who called in the last 5 minutes. */
export const onlinePeople = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  projectId: string,
): Promise<Person[]> => findOnline(db, projectId, new Date(clock().getTime() - ONLINE_MS));

/** How many of them; with a filter of users only these. */
export const countOnline = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  projectId: string,
  { users }: Filters,
): Promise<number> => {
  const people = await onlinePeople(deps, projectId);
  return people.filter(({ id }) => users?.includes(id) ?? true).length;
};
