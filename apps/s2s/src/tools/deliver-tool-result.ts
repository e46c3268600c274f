import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { type DomainError, invalid, notFound, tooLarge } from '@parley/errors';
import { isId, runTransaction } from '@parley/persistence';
import type {
  CheckToolCallRequest,
  CheckToolCallResponse,
  DeliverToolResultRequest,
  DeliverToolResultResponse,
} from '@parley/proto/generated/parley/s2s/v1/frontend_tools_service';
import type { CallContext } from '@parley/rpc';
import { askAnswers, ownContact, lockRun, resumeRun } from '../core';
import type { Deps } from '../deps';
import { answerCall, lockCall } from './tool-call.store';

/** Most bytes of a result. */
const MAX_BYTES = 65_536;

/**
 * 404 `tool_call_not_found`, in the same words as the gateway's refusal of a malformed id: so callers cannot see whether a call is
 * unknown, foreign, answered or expired.
 */
const toolCallNotFound = (): DomainError => notFound('tool_call');

/** 404 `tool_call_not_found` for a call that waits for no result of this contact's page. */
export const checkToolCall = async (
  deps: Deps,
  { toolCallId }: CheckToolCallRequest,
  context: CallContext,
): Promise<CheckToolCallResponse> => {
  const { projectId } = projectScope(context.scope);
  const { id: contactId } = await ownContact(deps, context);
  const call =
    isId(toolCallId) &&
    (await runTransaction(deps.db, (tx) => lockCall(tx, { projectId, contactId }, toolCallId, deps.clock())));
  if (!call) throw toolCallNotFound();
  return {};
};

/**
 * Takes the result of a tool that the contact's page ran. Of several at once the first counts. 404 `tool_call_not_found`, 400
 * naming `name`, 413.
 */
export const deliverToolResult = async (
  deps: Deps,
  { toolCallId, name, result }: DeliverToolResultRequest,
  context: OnceContext<DeliverToolResultResponse>,
): Promise<DeliverToolResultResponse> => {
  const { projectId } = projectScope(context.scope);
  const { id: contactId } = await ownContact(deps, context);
  const bytes = Buffer.byteLength(result);
  if (bytes > MAX_BYTES) throw tooLarge(`The result has ${bytes} bytes, at most ${MAX_BYTES} are possible.`);
  if (!isId(toolCallId)) throw toolCallNotFound();
  const now = deps.clock();
  await runTransaction(deps.db, async (tx) => {
    const call = await lockCall(tx, { projectId, contactId }, toolCallId, now);
    if (!call) throw toolCallNotFound();
    if (call.name !== name) throw invalid({ field: 'name', message: 'is not the tool that was called' });
    await answerCall(tx, projectId, toolCallId, result);
    await context.record(tx, { success: true });
    if (call.messageId !== null) {
      await askAnswers(tx, call, now);
      return;
    }
    const waiting = call.runId === null ? undefined : await lockRun(tx, projectId, call.runId);
    if (waiting?.pending?.kind !== 'tool' || waiting.pending.toolCallId !== toolCallId)
      throw toolCallNotFound();
    await resumeRun(tx, waiting, { kind: 'result', value: result }, now);
  });
  return { success: true };
};
