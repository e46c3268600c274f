import { contactSubject, type StreamMessage } from '@parley/realtime';
import type { Deps } from '../deps';
import { cutToSize, type NewStreamEvent, type StreamEventRow } from '../streams';
import { presentPending } from './pending-step';
import { isEnded, type Run } from '../core';
import type { Transition } from './transition';

/** The contact's event of a transition. Settlement emits the end of a run, once. */
export const buildStreamEvents = (
  { after, toolCall, tells, engages }: Pick<Transition, 'after' | 'toolCall' | 'tells' | 'engages'>,
  at: Date,
): NewStreamEvent[] => {
  const { conversationId } = after;
  const isSettledYet = !isEnded(after) || after.dueAt === null || engages !== undefined;
  if (conversationId === null || !isSettledYet || (!tells && !toolCall)) return [];
  const run = { id: after.id, workflowId: after.workflowId, status: after.status };
  const step = { conversationId, step: presentPending(after) ?? null, run };
  const events = [{ name: 'workflow.step', data: cutToSize('workflow.step', step), at }];
  if (!toolCall) return events;
  const { toolCallId, name, arguments: given, expiresAt } = toolCall;
  const call = { conversationId, toolCallId, name, arguments: given, expiresAt };
  return [...events, { name: 'tool.call', data: cutToSize('tool.call', call), at }];
};

/** Emits the end of a run in a transition of its own: after the conversation's last message, which may still be under way. */
export const tellingEndLater = (transition: Transition, now: Date): Transition => {
  const { after, tells, engages } = transition;
  if (!tells || engages || !isEnded(after) || after.dueAt !== null || after.conversationId === null)
    return transition;
  return { ...transition, tells: false, after: { ...after, pending: { kind: 'end' }, dueAt: now } };
};

/** Broadcasts new events of the contact's stream to its connections. */
export const tell = (
  { broadcast }: Pick<Deps, 'broadcast'>,
  { projectId, contactId }: Pick<Run, 'projectId' | 'contactId'>,
  told: readonly StreamEventRow[],
): void => {
  for (const { seq, name, data, at } of told) {
    const message: StreamMessage = { kind: 'event', seq, event: name, data, at: at.toISOString() };
    broadcast.publish(contactSubject(projectId, contactId), message);
  }
};
