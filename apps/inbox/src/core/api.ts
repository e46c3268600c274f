import { Parley, ParleyConnectionError, ParleyError } from '@parley/client';

const UNAUTHENTICATED = 401;

/**
 * The API in the name of the signed-in person. The cookie of the session names the person; the header proves that no other site asks.
 *
 * @param onEnded Called when the session has ended.
 */
export const createApi = (project?: string, onEnded?: () => void): Parley =>
  new Parley({
    url: location.origin,
    fetch: async (input, init) => {
      const response = await window.fetch(input, { ...init, keepalive: isLeaving });
      if (response.status === UNAUTHENTICATED) onEnded?.();
      return response;
    },
    headers: { 'x-requested-with': 'parley-inbox' },
    ...(project !== undefined && { project }),
  });

/** Whether a later try may succeed: no answer, too many requests, or a fault of the platform. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ParleyConnectionError ||
  (error instanceof ParleyError && (error.status === 429 || error.status >= 500));

const LEAVING_MS = 1_000;
let isLeaving = false;

/** Lets the requests of this moment outlive the window. */
export const noteLeaving = (): void => {
  isLeaving = true;
  // The window of a page that the browser kept shows again.
  setTimeout(() => (isLeaving = false), LEAVING_MS);
};
