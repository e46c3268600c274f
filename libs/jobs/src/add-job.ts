import { afterCommit, type Sql } from '@parley/persistence';
import { type JobDefinition } from './define-job';
import { cancelJob as deleteJob, insertJob } from './job.store';

/** Which job of its name it is. */
export interface Place {
  projectId: string;
  /** Unique among the jobs of the name and project. */
  key: string;
}

/** When a job is done. */
export interface When {
  now: Date;
  /** Default: now. */
  at?: Date;
}

/**
 * Asks for a job; in a transaction it is there once that is committed. What is asked for twice is done once, with the later payload
 * and time; what is being done meanwhile is done again after that.
 */
export const addJob = async <Payload extends object>(
  sql: Sql,
  job: JobDefinition<Payload>,
  payload: Payload,
  { projectId, key, now, at = now }: Place & When,
): Promise<void> => {
  await insertJob(sql, { name: job.name, projectId, key, payload, dueAt: at }, now, false);
  wakeAfter(sql, job);
};

/**
 * Asks that a job is done at a time or before: for one job that does all there is to do about a thing. What waits for an earlier time,
 * or for its next attempt, stays as it is. Other transactions that ask for the same job wait for the end of this one: ask last.
 */
export const hastenJob = async <Payload extends object>(
  sql: Sql,
  job: JobDefinition<Payload>,
  payload: Payload,
  { projectId, key, now, at = now }: Place & When,
): Promise<void> => {
  await insertJob(sql, { name: job.name, projectId, key, payload, dueAt: at }, now, true);
  wakeAfter(sql, job);
};

/** Takes a job back; one that is being done meanwhile comes to its end. */
export const cancelJob = (
  sql: Sql,
  { name }: { readonly name: string },
  { projectId, key }: Place,
): Promise<void> => deleteJob(sql, name, projectId, key);

/** Who does the jobs of a definition in this process. */
const listeners = new WeakMap<object, Set<() => void>>();

/** Wakes somebody when a job is there. */
export const listen = (job: object, wake: () => void): void =>
  void listeners.set(job, (listeners.get(job) ?? new Set()).add(wake));

const wakeAfter = (sql: Sql, job: object): void =>
  afterCommit(sql, () => {
    for (const wake of listeners.get(job) ?? []) wake();
  });

export const unlisten = (job: object, wake: () => void): void => void listeners.get(job)?.delete(wake);
