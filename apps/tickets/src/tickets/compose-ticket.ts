import { type ProjectScope, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { runTransaction } from '@parley/persistence';
import { isEmptyRichText, normalizeRichText, readMarkdown, type RichText } from '@parley/rich-text';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  ComposeTicketRequest,
  ComposeTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { assignNew, type TeamRules } from '../assignment';
import type { Deps } from '../deps';
import { type PreparedMessage, prepareMessage, writeMessage, readMessage } from '../messages';
import { checkReferences, ensureContact } from '../references';
import { announceTicket } from './announce-ticket';
import { linkTickets } from './link-tickets';
import { presentNew } from './present-new';
import { prepareTicket } from './prepare-ticket';
import {
  type TicketView,
  recipientRequired,
  isSessionGone,
  sessionGone,
  readTicketInput,
  type TicketPatch,
  getTicket,
} from '../core';
import { readTracker } from './read-tracker';
import { withMailbox } from './set-mailbox';
import { insertTickets } from './ticket.insert.store';

const firstMessage = async ({ message, markdownComment }: ComposeTicketRequest): Promise<RichText | null> => {
  let document: RichText | null = null;
  if (markdownComment !== undefined) document = await readMarkdown(markdownComment);
  else if (message !== undefined && message !== null) document = normalizeRichText(message, 'message');
  return document === null || isEmptyRichText(document) ? null : document;
};

/** The patch with the contact in it: the one named, else the one with the address, which may have to be created. */
const withContact = async (
  deps: Deps,
  context: CallContext,
  scope: ProjectScope,
  patch: TicketPatch,
  { email, name }: ComposeTicketRequest,
): Promise<TicketPatch> => {
  if (patch.columns.sessionId) return patch;
  if (!email) throw recipientRequired();
  // Everything else is checked before a contact is created for it.
  await checkReferences(deps, context, scope.projectId, patch);
  const contact = await ensureContact(deps, context, scope.projectId, { email, name });
  return { ...patch, columns: { ...patch.columns, sessionId: contact.id } };
};

const prepareFirst = async (
  deps: Deps,
  context: CallContext,
  scope: ProjectScope,
  ticketId: string,
  comment: RichText | null,
): Promise<PreparedMessage | undefined> => {
  if (!comment) return undefined;
  const author = await deps.references.author(context, scope);
  const origin = { scope, context, ticketId, contact: undefined, author, sendToChannel: true };
  return prepareMessage(deps, await readMessage({ comment }), origin);
};

/** Rows that are stored together. */
interface NewConversation {
  view: TicketView;
  message: PreparedMessage | undefined;
  /** How the ticket's team chooses who gets it. */
  rules: TeamRules | undefined;
}

const store = (
  deps: Deps,
  context: OnceContext<ComposeTicketResponse>,
  { view, message, rules }: NewConversation,
): Promise<TicketView> =>
  runTransaction(deps.db, async (tx) => {
    const { projectId, id, createdAt } = view;
    const headers = eventHeaders(context);
    const row = rules ? await assignNew(tx, view, rules) : view;
    await insertTickets(tx, projectId, [{ row, events: announceTicket(row, headers) }]);
    await linkTickets(tx, headers, view, { before: [], now: createdAt });
    if (message) await writeMessage(tx, message);
    const after = await getTicket(tx, projectId, id);
    if (!after) throw new Error(`The new ticket ${id} is gone`);
    await context.record(tx, { ticket: presentNew(after, context) });
    return after;
  });

/** Creates a ticket with an optional first message, which is the caller's public reply. */
export const composeTicket = async (
  deps: Deps,
  request: ComposeTicketRequest,
  context: OnceContext<ComposeTicketResponse>,
): Promise<ComposeTicketResponse> => {
  const scope = projectScope(context.scope);
  const comment = await firstMessage(request);
  const { input, isTracker } = readTracker(request);
  const read = await withMailbox(deps, context, readTicketInput(input), request);
  const patch = await withContact(deps, context, scope, read, request);
  const origin = { defaultType: 'INQUIRY', startsSla: comment === null, isTracker };
  const prepared = await prepareTicket(deps, context, scope, patch, origin);
  const rules = await deps.teamRules.ask(context, scope.projectId, patch.columns);
  const message = await prepareFirst(deps, context, scope, prepared.id, comment);
  const view = { ...prepared, composed: message !== undefined };
  try {
    const ticket = await store(deps, context, { view, message, rules });
    deps.wakeEvents();
    if (ticket.lastMailId !== null) deps.jobs.wake();
    return { ticket: presentNew(ticket, context) };
  } catch (error) {
    throw isSessionGone(error) ? sessionGone() : error;
  }
};
