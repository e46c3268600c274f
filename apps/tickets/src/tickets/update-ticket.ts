import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  UpdateTicketRequest,
  UpdateTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { assignTickets } from '../assignment';
import type { Deps } from '../deps';
import {
  historyActor,
  saveTicket,
  findChanges,
  isSessionGone,
  linkedToItself,
  sessionGone,
  snoozedUntilPast,
  trackerDecided,
  findSent,
  readTicketInput,
  type TicketPatch,
  presentTicket,
} from '../core';
import { type TagChange, changeTags } from './change-tags';
import { checkReferences, toShown } from '../references';
import { linkTickets, lockWithLinks } from './link-tickets';
import { readTracker } from './read-tracker';
import { withMailbox } from './set-mailbox';
import { requireTicket } from './require-ticket';

const check = ({ columns, sent = {} }: TicketPatch, ticketId: string, now: Date): void => {
  if (columns.snoozedUntil && columns.snoozedUntil <= now) throw snoozedUntilPast();
  if (columns.linkedTicketIds?.includes(ticketId))
    throw linkedToItself(findSent(sent, 'linkedTickets', ticketId));
  if (columns.trackerTicketId === ticketId) throw linkedToItself('trackerTicket');
};

type Change = Omit<UpdateTicketRequest, keyof TagChange> & Partial<TagChange>;

/** Changes a ticket: omitted fields stay, null clears. Any status may follow any other. */
export const updateTicket = async (
  deps: Deps,
  { ticketId, ticket, trackerTicket, mailbox, nulls, addTags = [], removeTags = [] }: Change,
  context: CallContext,
): Promise<UpdateTicketResponse> => {
  const { projectId, actor } = projectScope(context.scope);
  await requireTicket(deps.db, projectId, ticketId);
  const { input } = readTracker({ ticket, trackerTicket });
  const patch = await withMailbox(deps, context, readTicketInput(input, nulls), { mailbox, nulls });
  const now = deps.clock();
  check(patch, ticketId, now);
  const shown = toShown(patch.columns, await checkReferences(deps, context, projectId, patch));
  const rules = await deps.teamRules.ask(context, projectId, patch.columns);
  const origin = { actor: historyActor(actor), now, headers: eventHeaders(context) };
  try {
    const after = await runTransaction(deps.db, async (tx) => {
      const row = await lockWithLinks(tx, projectId, ticketId, patch.columns.linkedTicketIds);
      if (!row) throw notFound('ticket');
      if (typeof trackerTicket === 'boolean' && trackerTicket !== row.isTracker) throw trackerDecided();
      const assigned = (await assignTickets(tx, [row], patch.columns, { rules, now })).get(ticketId);
      const isRead = actor.type === 'user' && patch.columns.notificationsUnread === false;
      const columns = {
        ...patch.columns,
        ...assigned?.columns,
        ...(isRead && { teamReadAt: now }),
        ...changeTags(patch.columns.tags ?? row.tags, { addTags, removeTags }),
      };
      const whole = { ...patch, columns };
      const changes = findChanges(row, whole, now);
      const saved = await saveTicket(tx, row, changes, origin, { ...shown, ...assigned?.shown });
      await linkTickets(tx, origin.headers, saved, { before: row.linkedTicketIds, now });
      return saved;
    });
    deps.wakeEvents();
    return { ticket: presentTicket(after) };
  } catch (error) {
    throw isSessionGone(error) ? sessionGone() : error;
  }
};
