import { type ProjectScope, projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  MergeTicketsRequest,
  MergeTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_merge_service';
import type { Deps } from '../deps';
import { historyActor, type ChangeOrigin, type TicketView, presentTicket, getTicket } from '../core';
import { announceTicket, makeTicket, insertTickets } from '../tickets';
import { type Merge, mergeInto } from './merge-into';
import { type MergeState, mergeProblems, type Named } from './merge';
import { contactsOfTickets, lockForMerge } from './merge.store';

/** Tickets of a request by id, each once, with the field that names it first. */
export const named = (field: string, ids: readonly string[]): Named[] =>
  ids.flatMap((id, index) => (ids.indexOf(id) === index ? [{ id, field: `${field}.${index}` }] : []));

/**
 * Locks the tickets of a merge and the tickets merged into them.
 *
 * @throws DomainError `invalid` naming every ticket that is unknown, merged already or the main one itself.
 */
export const lockAndCheck = async (
  tx: Sql,
  projectId: string,
  main: Named | undefined,
  merged: readonly Named[],
): Promise<Map<string, MergeState>> => {
  const ids = merged.map(({ id }) => id);
  const states = await lockForMerge(tx, projectId, main ? [main.id, ...ids] : ids, ids);
  const problems = mergeProblems(main, merged, states);
  if (problems.length > 0) throw invalid(problems);
  return states;
};

/** A new main ticket with the subject and the people of the first ticket. */
const createMain = async (
  tx: Sql,
  { projectId, organisationId, actor }: ProjectScope,
  first: TicketView,
  { now, headers }: ChangeOrigin,
): Promise<string> => {
  const { companyId, title, description, content, plainContent, type, priority } = first;
  const { sessionId, processingUserId, processingTeamId } = first;
  const made = makeTicket(
    {
      now,
      projectId,
      organisationId,
      defaultType: type,
      companyId,
      createdBy: historyActor(actor),
      isWaiting: false,
    },
    {
      columns: {
        ...{ title, description, content, plainContent, type, priority },
        ...{ sessionId, processingUserId, processingTeamId },
      },
      extra: {},
      logs: {},
    },
  );
  // What waited for its team goes on waiting in its place.
  const row = { ...made, queued: first.queued, queuedAt: first.queuedAt };
  await insertTickets(tx, projectId, [{ row, events: announceTicket({ ...first, ...row }, headers) }]);
  return row.id;
};

const mergeIntoNew = async (
  tx: Sql,
  scope: ProjectScope,
  merged: readonly Named[],
  origin: ChangeOrigin,
): Promise<TicketView> => {
  const { projectId } = scope;
  const states = await lockAndCheck(tx, projectId, undefined, merged);
  const first = await getTicket(tx, projectId, merged[0]?.id ?? '');
  if (!first) throw new Error('The first ticket is gone although it is locked');
  const mainId = await createMain(tx, scope, first, origin);
  return mergeInto(tx, { projectId, mainId, merged, states }, origin);
};

/** Merges into an existing ticket, in a transaction of its own. */
export const mergeIntoMain = (
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  main: Named,
  merged: readonly Named[],
  origin: ChangeOrigin,
  { patch, within }: Pick<Merge, 'patch'> & { within?: (tx: Sql) => Promise<void> } = {},
): Promise<TicketView> =>
  runTransaction(db, async (tx) => {
    const states = await lockAndCheck(tx, projectId, main, merged);
    await within?.(tx);
    const merge = { projectId, mainId: main.id, merged, states, ...(patch && { patch }) };
    return mergeInto(tx, merge, origin);
  });

/**
 * Makes guests among the contacts of the tickets part of the others. Before the tickets are merged, but not before they are
 * known to be: a call that is cut off in between may be made again.
 */
const mergeContacts = async (
  { db, contacts }: Pick<Deps, 'db' | 'contacts'>,
  projectId: string,
  main: Named | undefined,
  merged: readonly Named[],
  context: CallContext,
): Promise<void> => {
  await runTransaction(db, (tx) => lockAndCheck(tx, projectId, main, merged));
  const ordered = [...(main ? [main] : []), ...merged].map(({ id }) => id);
  const found = await contactsOfTickets(db, projectId, ordered);
  const ids = [...new Set(ordered.flatMap((id) => found.get(id) ?? []))];
  const [into, ...others] = ids;
  if (into !== undefined && others.length > 0) await contacts.mergeGuests({ into, ids: others }, context);
};

/** Merges tickets into one, all or none. */
export const mergeTickets = async (
  deps: Deps,
  { ticketsToMergeIds, targetTicketId, shouldCreateNewTicket, shouldMergeContacts }: MergeTicketsRequest,
  context: CallContext,
): Promise<MergeTicketsResponse> => {
  const scope = projectScope(context.scope);
  const origin = { actor: historyActor(scope.actor), now: deps.clock(), headers: eventHeaders(context) };
  const merged = named('ticketsToMergeIds', ticketsToMergeIds);
  if (merged.length === 0) throw invalid({ field: 'ticketsToMergeIds', message: 'is required' });
  const target = targetTicketId ? { id: targetTicketId, field: 'targetTicketId' } : undefined;
  let main: TicketView;
  if (shouldMergeContacts && (target || shouldCreateNewTicket))
    await mergeContacts(deps, scope.projectId, shouldCreateNewTicket ? undefined : target, merged, context);
  if (shouldCreateNewTicket) {
    const isListed = merged.some(({ id }) => id === target?.id);
    const all = target && !isListed ? [...merged, target] : merged;
    main = await runTransaction(deps.db, (tx) => mergeIntoNew(tx, scope, all, origin));
  } else if (target) {
    main = await mergeIntoMain(deps, scope.projectId, target, merged, origin);
  } else {
    const message = 'is required unless shouldCreateNewTicket is true';
    throw invalid({ field: 'targetTicketId', message });
  }
  deps.wakeEvents();
  return { ticket: presentTicket(main) };
};
