import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { appendEventRows, type EventRow } from '@parley/events';
import { runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import { lockOwner, type Owner } from './memory.store';

/** The result of a change of a contact's memory, and its event; none when nothing changed. */
export interface MemoryOutcome<T> {
  result: T;
  event: EventRow | undefined;
}

/** Changes the memory of a contact under a lock. 404 `session_not_found`. */
export const changeMemory = async <T>(
  { db, wakeEvents }: Pick<Deps, 'db' | 'wakeEvents'>,
  contactId: string,
  context: CallContext,
  change: (tx: Sql, owner: Owner, headers: Record<string, string>) => Promise<MemoryOutcome<T>>,
): Promise<T> => {
  const { projectId } = projectScope(context.scope);
  const owner = { projectId, contactId };
  const result = await runTransaction(db, async (tx) => {
    if (!(await lockOwner(tx, owner))) throw notFound('session');
    const outcome = await change(tx, owner, eventHeaders(context));
    if (outcome.event) await appendEventRows(tx, [outcome.event]);
    return outcome.result;
  });
  wakeEvents();
  return result;
};
