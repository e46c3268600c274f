import { projectScope } from '@parley/auth';
import { conflict, DomainError, notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  RunTicketWorkflowRequest,
  RunTicketWorkflowResponse,
} from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import type {
  RunWorkflowRequest,
  RunWorkflowResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import type { Conversation } from '@parley/proto/generated/parley/tickets/v1/conversation';
import type { CallContext } from '@parley/rpc';
import { findOwner, type Workflow, findLatest } from '../core';
import type { Deps } from '../deps';
import { requireWorkflow } from '../workflows';
import { driven, untilRest } from './drive';
import { presentStepAnswer, type StepAnswer } from './pending-step';
import { startRun } from './start-run';

/** 409 `conversation_closed`. */
export const conversationClosed = (): DomainError =>
  conflict(
    'CONVERSATION_CLOSED',
    'The conversation is closed. Reopen it before anything can run or be answered in it.',
  );

/** A conversation and who asks for it: its contact, or the team. */
interface Wanted {
  conversationId: string;
  contactId: string | undefined;
  forTeam?: boolean;
}

/**
 * A conversation that a contact sees and may write to. 404 `conversation_not_found`, 409 `conversation_closed`; for the team 409
 * `contact_required`.
 */
export const requireOpen = async (
  { conversations }: Pick<Deps, 'conversations'>,
  wanted: Wanted,
  context: CallContext,
): Promise<{ id: string; contactId: string }> => {
  const { conversation } = await conversations.getConversation(wanted, context);
  if (!conversation?.contact) throw notFound('conversation');
  if (conversation.status !== 'open') throw conversationClosed();
  return { id: conversation.id, contactId: conversation.contact.id };
};

/** A workflow that may be asked for. 404 `workflow_not_found`, 409 `workflow_not_runnable`. */
export const requireRunnable = async (
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  id: string,
): Promise<Workflow> => {
  const workflow = await requireWorkflow(db, projectId, id);
  if (!workflow.enabled || !workflow.manual) throw conflict('WORKFLOW_NOT_RUNNABLE');
  return workflow;
};

const runIn = async (
  deps: Deps,
  wanted: Wanted,
  workflowId: string,
  context: CallContext,
): Promise<StepAnswer> => {
  const { projectId } = projectScope(context.scope);
  const { id, contactId } = await requireOpen(deps, wanted, context);
  const workflow = await requireRunnable(deps, projectId, workflowId);
  const { idempotencyKey } = context;
  const run = await runTransaction(deps.db, (tx) =>
    startRun(tx, deps, {
      workflow,
      conversationId: id,
      contactId,
      channel: 'S2S',
      requestKey: idempotencyKey && `request:${idempotencyKey}`,
      isAsked: true,
    }),
  );
  await (run ? driven(deps, run, id) : untilRest(deps, projectId, id));
  return presentStepAnswer(await findLatest(deps.db, projectId, id));
};

/** Runs a workflow in a conversation of a contact. */
export const runWorkflow = async (
  deps: Deps,
  { conversationId, workflowId, consumerId }: RunWorkflowRequest,
  context: CallContext,
): Promise<RunWorkflowResponse> => {
  const contactId = await findOwner(deps, { consumerId }, context);
  return runIn(deps, { conversationId, contactId }, workflowId, context);
};

/** Runs a workflow in a ticket with a contact. 404 `ticket_not_found`, 409 `contact_required`. */
export const runTicketWorkflow = async (
  deps: Deps,
  { ticketId, workflowId }: RunTicketWorkflowRequest,
  context: CallContext,
): Promise<RunTicketWorkflowResponse> => {
  try {
    const wanted = { conversationId: ticketId, contactId: undefined, forTeam: true };
    return await runIn(deps, wanted, workflowId, context);
  } catch (error) {
    const isMissing = error instanceof DomainError && error.reason === 'CONVERSATION_NOT_FOUND';
    throw isMissing ? notFound('ticket') : error;
  }
};

/** Starts the workflow that a new conversation was opened with; once, also when the event of the ticket comes first. */
export const startInNew = async (
  deps: Deps,
  conversation: Conversation,
  workflow: Workflow,
  channel: string,
): Promise<void> => {
  const { contact, id } = conversation;
  if (!contact) return;
  const run = await runTransaction(deps.db, (tx) =>
    startRun(tx, deps, {
      workflow,
      conversationId: id,
      contactId: contact.id,
      channel,
      requestKey: `conversation:${id}`,
      isAsked: true,
    }),
  );
  // The event of the ticket may have come first.
  await (run ? driven(deps, run, id) : untilRest(deps, workflow.projectId, id));
};
