import { projectScope } from '@parley/auth';
import { conflict, type DomainError, forbidden } from '@parley/errors';
import { isUniqueViolation, runTransaction, type Sql } from '@parley/persistence';
import type {
  AnswerWorkflowStepRequest,
  AnswerWorkflowStepResponse,
  GetWorkflowStepRequest,
  GetWorkflowStepResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import type { CallContext } from '@parley/rpc';
import { handOverFromAgent } from '../agents';
import {
  findOwner,
  type Run,
  findLatest,
  findVersion,
  lockActive,
  noteAnswer,
  resumeRun,
  wasAnswered,
} from '../core';
import type { Deps } from '../deps';
import { driven, untilRest } from './drive';
import { presentStepAnswer } from './pending-step';
import { checkAlone, readAnswer } from './read-answer';
import { requireOpen } from './run-workflow';

const noPendingStep = (): DomainError => conflict('NO_PENDING_STEP');
const stepNotPending = (): DomainError => conflict('STEP_NOT_PENDING');
const contactBlocked = (): DomainError => forbidden('CONTACT_BLOCKED');

/** The pending step of a conversation's workflow. 404 `conversation_not_found`. */
export const getWorkflowStep = async (
  deps: Deps,
  { conversationId, consumerId }: GetWorkflowStepRequest,
  context: CallContext,
): Promise<GetWorkflowStepResponse> => {
  const { projectId } = projectScope(context.scope);
  const contactId = await findOwner(deps, { consumerId }, context);
  await deps.conversations.getConversation({ conversationId, contactId }, context);
  return presentStepAnswer(await findLatest(deps.db, projectId, conversationId));
};

/** The next work of a run after an answer. */
const answered = async (
  tx: Sql,
  run: Run,
  request: AnswerWorkflowStepRequest,
): Promise<NonNullable<Run['pending']>> => {
  const { pending } = run;
  if (pending?.kind !== 'question') throw noPendingStep();
  if (request.stepId !== undefined && request.stepId !== run.currentStep) throw stepNotPending();
  const { value, words, next } = readAnswer(pending.input, request);
  const version = await findVersion(tx, run);
  const step = version?.steps.find(({ id }) => id === run.currentStep);
  const own = step?.type === 'question' ? (step.next ?? null) : null;
  return { kind: 'answer', value, words, next: next === undefined ? own : next };
};

/** A handoff, with the contact's earlier answers that are not stored yet. */
const toHandoff = ({ pending }: Run): NonNullable<Run['pending']> => ({
  kind: 'handoff',
  ...(pending && 'words' in pending && { words: pending.words }),
});

const take = (
  deps: Deps,
  place: { projectId: string; conversationId: string },
  request: AnswerWorkflowStepRequest,
  key: string | undefined,
): Promise<Run | undefined> =>
  runTransaction(deps.db, async (tx) => {
    const { projectId, conversationId } = place;
    const run = await lockActive(tx, projectId, conversationId);
    // A second caller with the same request finds it answered now.
    if (key !== undefined && (await wasAnswered(tx, projectId, key))) return undefined;
    if (!run && request.botAction === undefined) throw noPendingStep();
    if (!run) return undefined;
    const pending = request.botAction === undefined ? await answered(tx, run, request) : toHandoff(run);
    const after = await resumeRun(tx, run, pending, deps.clock());
    await noteAnswer(tx, after, key);
    return after;
  });

/**
 * Answers the pending question, or lets people take over. 409 `conversation_closed`, `no_pending_step`, `step_not_pending`;
 * 403 `contact_blocked`; 400 for an answer that does not fit, which leaves the question.
 */
export const answerWorkflowStep = async (
  deps: Deps,
  { consumerId, ...request }: AnswerWorkflowStepRequest,
  context: CallContext,
): Promise<AnswerWorkflowStepResponse> => {
  const { projectId } = projectScope(context.scope);
  const wanted = {
    conversationId: request.conversationId,
    contactId: await findOwner(deps, { consumerId }, context),
  };
  const { id: conversationId, contactId } = await requireOpen(deps, wanted, context);
  const { contacts } = await deps.sessions.getContactReferences({ ids: [contactId] }, context);
  if (contacts[0]?.blocked) throw contactBlocked();
  checkAlone(request);
  const key = context.idempotencyKey;
  const isRepeated = key !== undefined && (await wasAnswered(deps.db, projectId, key));
  if (isRepeated) await untilRest(deps, projectId, conversationId);
  else {
    const run = await take(deps, { projectId, conversationId }, request, key).catch((error: unknown) => {
      if (isUniqueViolation(error, 'run_step_answer')) return undefined;
      throw error;
    });
    if (run) await driven(deps, run, conversationId);
    else if (request.botAction !== undefined && !(await handOverFromAgent(deps, projectId, conversationId)))
      throw noPendingStep();
  }
  return presentStepAnswer(await findLatest(deps.db, projectId, conversationId));
};
