import { type ProjectScope, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type { CallContext } from '@parley/rpc';
import type {
  CreateTrackerTicketRequest,
  CreateTrackerTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tracker_tickets_service';
import type { Deps } from '../deps';
import { uniteUpvotes } from '../merge';
import { checkReferences, ensureContact } from '../references';
import { storeTicket, prepareTicket, readTracker } from '../tickets';
import { type Upvote, isSessionGone, sessionGone, readTicketInput, type TicketPatch } from '../core';

const withVote = (patch: TicketPatch, vote: Upvote): TicketPatch => {
  const upvotes = uniteUpvotes([vote, ...(patch.columns.upvotes ?? [])]);
  return { ...patch, columns: { ...patch.columns, upvotes, upvotesCount: upvotes.length } };
};

/** The patch with the customer in it: the creator session and the first of those who vote for the ticket. */
const withCustomer = async (
  deps: Deps,
  context: CallContext,
  { projectId }: ProjectScope,
  patch: TicketPatch,
  { customerEmail: email, customerName }: Pick<CreateTrackerTicketRequest, 'customerEmail' | 'customerName'>,
): Promise<TicketPatch> => {
  if (!email && !customerName) return patch;
  if (!email) return withVote(patch, { name: customerName });
  // Everything else is checked before a contact is created for it.
  await checkReferences(deps, context, projectId, patch);
  const contact = await ensureContact(deps, context, projectId, { email, name: customerName });
  const name = customerName ?? contact.name ?? undefined;
  const voted = withVote(patch, { email: contact.email ?? email, ...(name !== undefined && { name }) });
  return { ...voted, columns: { ...voted.columns, sessionId: contact.id } };
};

/** Creates a tracker ticket. No contact waits for an answer, so no service level runs. */
export const createTrackerTicket = async (
  deps: Deps,
  request: CreateTrackerTicketRequest,
  context: OnceContext<CreateTrackerTicketResponse>,
): Promise<CreateTrackerTicketResponse> => {
  const scope = projectScope(context.scope);
  const { input } = readTracker(request);
  const linkedTickets = [...new Set([...(input.linkedTickets ?? []), ...request.linkedTicketIds])];
  const read = readTicketInput({ ...input, ...(linkedTickets.length > 0 && { linkedTickets }) });
  const sent = { ...input, linkedTicketIds: request.linkedTicketIds };
  const patch = await withCustomer(deps, context, scope, { ...read, sent }, request);
  const origin = { defaultType: 'BUG', startsSla: false, isTracker: true };
  const prepared = await prepareTicket(deps, context, scope, patch, origin);
  const rules = await deps.teamRules.ask(context, scope.projectId, patch.columns);
  try {
    const ticket = await storeTicket(deps, context, prepared, rules);
    deps.wakeEvents();
    return { ticket };
  } catch (error) {
    throw isSessionGone(error) ? sessionGone() : error;
  }
};
