import type { NewEvent } from '@parley/events';
import type { QuestionAsked } from '@parley/proto/generated/parley/s2s/v1/events';
import { eventHeaders } from '@parley/rpc';
import { runContext, type Turn } from '../core';

/** `s2s.v1.question.asked`, without the question itself. */
export const questionAsked = (turn: Turn, answered: boolean): NewEvent => {
  const { projectId, conversationId, agentId, contactId } = turn;
  const payload: QuestionAsked = { agentId, answered, sessionId: contactId };
  return {
    subject: 's2s.v1.question.asked',
    projectId,
    aggregateId: conversationId,
    payload,
    headers: eventHeaders(runContext(turn)),
  };
};
