import { type ProjectScope, projectScope } from '@parley/auth';
import { type OnceContext } from '@parley/effects';
import { type CallContext } from '@parley/rpc';
import {
  type CreateTrackerTicketRequest,
  type CreateTrackerTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tracker_tickets_service';
import { type Deps } from '../deps';
import { uniteUpvotes } from '../merge/merge';
import { checkReferences } from '../references/check-references';
import { ensureContact } from '../references/ensure-contact';
import { storeTicket } from '../tickets/create-ticket';
import { prepareTicket } from '../tickets/prepare-ticket';
import { isSessionGone, sessionGone } from '../tickets/ticket.errors';
import { readTicketInput, type TicketPatch } from '../tickets/ticket.input';

/** The patch with the customer in it: the creator session and the first of those who vote for the ticket. */
const withCustomer = async (
  deps: Deps,
  context: CallContext,
  { projectId }: ProjectScope,
  patch: TicketPatch,
  email: string | undefined,
): Promise<TicketPatch> => {
  if (!email) return patch;
  // Everything else is checked before a contact is created for it.
  await checkReferences(deps, context, projectId, patch.columns);
  const { id, name, email: known } = await ensureContact(deps, context, projectId, { email });
  const customer = { email: known ?? email, ...(name !== null && { name }) };
  const upvotes = uniteUpvotes([customer, ...(patch.columns.upvotes ?? [])]);
  const columns = { ...patch.columns, sessionId: id, upvotes, upvotesCount: upvotes.length };
  return { ...patch, columns };
};

/** Creates a tracker ticket. Nobody waits for an answer to it, so that no service level runs. */
export const createTrackerTicket = async (
  deps: Deps,
  { ticket: input, customerEmail }: CreateTrackerTicketRequest,
  context: OnceContext<CreateTrackerTicketResponse>,
): Promise<CreateTrackerTicketResponse> => {
  const scope = projectScope(context.scope);
  const patch = await withCustomer(deps, context, scope, readTicketInput(input ?? {}), customerEmail);
  const prepared = await prepareTicket(deps, context, scope, patch, { defaultType: 'BUG', startsSla: false });
  const rules = await deps.teamRules.ask(context, scope.projectId, patch.columns);
  try {
    const ticket = await storeTicket(deps, context, { ...prepared, isTracker: true }, rules);
    deps.wakeEvents();
    return { ticket };
  } catch (error) {
    throw isSessionGone(error) ? sessionGone() : error;
  }
};
