import type { Deps } from '../deps';
import { findOnline, type Person } from '../names';

/** Milliseconds after a call for which its caller counts as online. */
export const ONLINE_MS = 300_000;

/** People who are online in a project: members, available there, who called in the last 5 minutes. */
export const onlinePeople = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  projectId: string,
): Promise<Person[]> => findOnline(db, projectId, new Date(clock().getTime() - ONLINE_MS));
