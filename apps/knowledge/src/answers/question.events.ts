import type { NewEvent } from '@parley/events';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { CitedSource } from './answer';

/** Where a question was asked. */
export type Surface = 'dashboard' | 'code' | 'evaluation';

/** `knowledge.v1.question.asked`, without the question itself. */
export const questionAsked = (
  projectId: string,
  surface: Surface,
  { grounded, sources }: { grounded: boolean; sources: readonly Pick<CitedSource, 'sourceId'>[] },
  context: CallContext,
): NewEvent => ({
  subject: 'knowledge.v1.question.asked',
  projectId,
  aggregateId: projectId,
  payload: { grounded, surface, sources: sources.map(({ sourceId }) => sourceId) },
  headers: eventHeaders(context),
});
