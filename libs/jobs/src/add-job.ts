import { afterCommit, beforeCommit, type Sql } from '@parley/persistence';
import type { JobDefinition } from './define-job';
import { deleteJobs, insertJobs, type NewJob } from './job.store';

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
export const addJob = <Payload extends object>(
  sql: Sql,
  job: JobDefinition<Payload>,
  payload: Payload,
  when: Place & When,
): Promise<void> => ask(sql, job, { payload, noLater: false, ...when });

/**
 * Asks that a job is done at a time or before: for one job that does all there is to do about a thing. What waits for an earlier time,
 * or for its next attempt, stays as it is.
 */
export const hastenJob = <Payload extends object>(
  sql: Sql,
  job: JobDefinition<Payload>,
  payload: Payload,
  when: Place & When,
): Promise<void> => ask(sql, job, { payload, noLater: true, ...when });

/** Takes a job back, also one that this transaction asked for; one that is being done meanwhile comes to its end. */
export const cancelJob = (
  sql: Sql,
  job: { readonly name: string },
  { projectId, key }: Place,
): Promise<void> => cancelJobs(sql, [job], projectId, [key]);

/** Cancels jobs of several definitions and keys, also those set aside. */
export const cancelJobs = (
  sql: Sql,
  jobs: readonly { readonly name: string }[],
  projectId: string,
  keys: readonly string[],
): Promise<void> => {
  const names = jobs.map(({ name }) => name);
  for (const name of names) for (const key of keys) asked.get(sql)?.delete(makeKey(name, { projectId, key }));
  return deleteJobs(sql, names, projectId, keys);
};

type Asked = NewJob & { job: object };

/** What transactions asked for so far. */
const asked = new WeakMap<Sql, Map<string, Asked>>();

/**
 * In a transaction it is written last, with all else that it asks for, in the order of names and keys: other transactions that ask for
 * the same wait for the end of this one, and none waits for one that waits for it.
 */
const ask = async <Payload extends object>(
  sql: Sql,
  job: JobDefinition<Payload>,
  { payload, noLater, projectId, key, now, at = now }: Place & When & { payload: Payload; noLater: boolean },
): Promise<void> => {
  const all = asked.get(sql) ?? new Map<string, Asked>();
  const place = makeKey(job.name, { projectId, key });
  const wanted = { job, name: job.name, projectId, key, payload, dueAt: at, now, noLater };
  all.set(place, together(all.get(place), wanted));
  const write = async (): Promise<void> => {
    const written = await insertJobs(sql, [...all.values()]);
    const jobs = new Set([...all.values()].filter(({ name }) => written.has(name)).map((one) => one.job));
    afterCommit(sql, () => jobs.forEach(wakeAll));
  };
  if (asked.has(sql)) return;
  if (beforeCommit(sql, write)) asked.set(sql, all);
  else await write();
};

/** One job that is asked for twice. */
const together = (before: Asked | undefined, wanted: Asked): Asked =>
  before && wanted.noLater && before.dueAt < wanted.dueAt
    ? { ...wanted, dueAt: before.dueAt, noLater: before.noLater }
    : wanted;

const makeKey = (name: string, { projectId, key }: Place): string => JSON.stringify([name, projectId, key]);

/** Who does the jobs of a definition in this process. */
const listeners = new WeakMap<object, Set<() => void>>();

/** Wakes somebody when a job is there. */
export const listen = (job: object, wake: () => void): void =>
  void listeners.set(job, (listeners.get(job) ?? new Set()).add(wake));

const wakeAll = (job: object): void => {
  for (const wake of listeners.get(job) ?? []) wake();
};

export const unlisten = (job: object, wake: () => void): void => void listeners.get(job)?.delete(wake);
