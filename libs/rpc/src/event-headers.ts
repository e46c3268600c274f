import type { CallContext } from './definition';

/** Headers that tie an event to the request it comes of. */
export const eventHeaders = ({ requestId, traceparent }: CallContext): Record<string, string> => ({
  requestId,
  ...(traceparent !== undefined && { traceparent }),
});
