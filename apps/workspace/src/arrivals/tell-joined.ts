import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { presentPresence } from '../users';
import { findPeople, findOrganisationProjects } from './people.store';

/** Who got access to which projects: everybody of a new project, or one person by a project or an organisation. */
export type Arrival = { projectId: string; userId?: string } | { organisationId: string; userId: string };

/**
 * Emits that people got access, in the transaction that granted it. A person who already had access by another way is emitted
 * again, which changes nothing.
 */
export const tellJoined = async (
  { events }: Pick<Deps, 'events'>,
  tx: Store,
  arrival: Arrival,
  context: CallContext,
): Promise<void> => {
  const projectIds =
    'projectId' in arrival
      ? [arrival.projectId]
      : await findOrganisationProjects(tx.sql, arrival.organisationId);
  const people = await findPeople(tx.sql, { projectIds, userId: arrival.userId });
  await events.append(
    tx.sql,
    people.map((person) => ({
      subject: 'workspace.v1.member.joined',
      projectId: person.projectId,
      aggregateId: person.id,
      payload: { projectId: person.projectId, userId: person.id, person: presentPresence(person) },
      headers: eventHeaders(context),
    })),
  );
};
