import { DomainError } from '@parley/errors';
import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { workNamed } from './work';

/** How much a thread yields to those that answer requests, where there are not enough processors (`nice`). */
const NICENESS = 5;

// Only Linux takes it for the thread alone.
if (!isMainThread && process.platform === 'linux') setPriority(NICENESS);

/** A task for a thread. */
export interface Task {
  name: string;
  args: unknown[];
}

/** An error for a caller, as plain data: a thread's own would lose all but its message. */
type Refusal = Pick<DomainError, 'kind' | 'reason' | 'message' | 'fields' | 'meta'>;

/** What became of a task. */
export type Outcome = { result: unknown } | { refusal: Refusal };

/** Does a task in this thread. Throws errors that are not reported to the caller. */
export const answer = ({ name, args }: Task): Outcome => {
  try {
    return { result: workNamed(name).run(...args) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { kind, reason, message, fields, meta } = error;
    return { refusal: { kind, reason, message, fields, meta } };
  }
};

/** The result of a task. @throws DomainError that its work threw. */
export const unwrapResult = (outcome: Outcome): unknown => {
  if ('result' in outcome) return outcome.result;
  const { kind, reason, message, fields, meta } = outcome.refusal;
  throw new DomainError(kind, reason, message, { fields, meta });
};
