import { timeout, unavailable } from '@parley/errors';
import {
  type EnqueuedTaskPromise,
  MeilisearchApiError,
  MeilisearchRequestError,
  MeilisearchTaskTimeOutError,
} from 'meilisearch';

/** Milliseconds after which a write or a change of settings is given up; the engine works through it all the same. */
const taskTimeout = 600_000;
/** Milliseconds between two polls of a task. */
const taskInterval = 25;

/** The engine's code of an error, e.g. `index_not_found`. */
export const readCode = (error: unknown): string | undefined =>
  error instanceof MeilisearchApiError ? error.cause?.code : undefined;

const isAway = (error: unknown): boolean => {
  if (error instanceof MeilisearchRequestError) return true;
  if (!(error instanceof MeilisearchApiError)) return false;
  const { status } = error.response;
  // A refused key or a missing index is the operator's to repair; for the caller search is away.
  return status >= 500 || [401, 403, 408, 429].includes(status) || readCode(error) === 'index_not_found';
};

/** Turns the client's errors into ours. @throws DomainError `unavailable` or `timeout` */
export const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isAway(error)) throw unavailable('Search is not available.', error);
    if (error instanceof MeilisearchTaskTimeOutError)
      throw timeout('The search engine is behind with its work.', error);
    throw error;
  }
};

/**
 * Waits until the engine has done a task.
 *
 * @throws Error when the task failed, unless with one of the `ignored` codes
 */
export const finished = async (task: EnqueuedTaskPromise, ignored: readonly string[] = []): Promise<void> => {
  const { status, error, type } = await task.waitTask({ timeout: taskTimeout, interval: taskInterval });
  if (status === 'succeeded' || (error && ignored.includes(error.code))) return;
  throw new Error(`The search engine's task ${type} ${status}: ${error?.message ?? 'no reason given'}`);
};
