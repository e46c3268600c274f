import type { Sql } from '@parley/persistence';
import { eventHeaders, type CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { NO_PROJECT, presentPresence } from '../users';
import type { ChangedRow } from './window.store';

/** Emits that people are available, or are not, in the transaction of the change. */
export const appendChanges = async (
  { events }: Pick<Deps, 'events'>,
  tx: Sql,
  people: readonly ChangedRow[],
  context: CallContext,
): Promise<void> => {
  if (people.length === 0) return;
  await events.append(
    tx,
    people.map((person) => ({
      subject: 'workspace.v1.user.updated',
      projectId: NO_PROJECT,
      aggregateId: person.id,
      payload: presentPresence(person),
      headers: eventHeaders(context),
    })),
  );
};
