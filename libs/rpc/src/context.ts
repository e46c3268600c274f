import { randomUUID } from 'node:crypto';
import type { CallContext } from './definition';

/** How long work without a caller of its own (a job, an event) may wait for another service, in milliseconds. */
const BACKGROUND_DEADLINE_MS = 30_000;

/** A context for work that no request caused: a job or an event handler of `name`. */
export const systemContext = (
  name: string,
  project: { projectId?: string; organisationId?: string; traceparent?: string; requestId?: string } = {},
): CallContext => {
  const { traceparent, requestId, ...scope } = project;
  return {
    requestId: requestId ?? randomUUID(),
    ...(traceparent && { traceparent }),
    scope: { actor: { type: 'system', name }, ...scope },
    deadline: Date.now() + BACKGROUND_DEADLINE_MS,
    signal: new AbortController().signal,
  };
};
