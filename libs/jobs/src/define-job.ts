/** Work that a service does later, again, or in one of several processes. */
export interface JobDefinition<Payload> {
  /** Unique within the service; the name in logs and metrics. */
  readonly name: string;
  /** Most jobs of this name that one process does at a time. */
  readonly concurrency: number;
  /** Attempts after which it is given up; none when it is tried for ever. */
  readonly attempts?: number;
  /** Milliseconds to wait after so many failed attempts. */
  readonly backoff: (attempts: number) => number;
  /** Of a standing job: most milliseconds between two times that it is done. */
  readonly every?: number;
  /** Of a standing job: SQL for the time at which there is something to do next; null when nothing waits. */
  readonly due?: string;
  /** Only a mark of the type. */
  readonly payload?: Payload;
}

/** The optional parts of a definition. */
export interface JobOptions {
  name: string;
  /** Default 1. */
  concurrency?: number;
  /** Default: it is tried for ever. */
  attempts?: number;
  /** Default: 1 s, doubled up to 5 minutes. */
  backoff?: (attempts: number) => number;
  /**
   * Makes it a standing job: the service has one (`STANDING`) from its start on. It runs again after so many milliseconds, at the
   * time that it returns (`goOnAt`), or when a caller requests it (`hastenJob`), whichever is first.
   */
  every?: number;
  /**
   * For a standing job with work in rows that others write without requesting it: SQL for the time when work is next due, null when
   * nothing waits. It is part of the poll for jobs of other processes. Then `every` is an hour by default, and the longest backoff
   * 10 s.
   */
  due?: string;
}

/** Payloads are plain data, and best only ids: what they name is read when the job is done, and deleted where it lives. */
export const defineJob = <Payload extends object>(options: JobOptions): JobDefinition<Payload> => ({
  concurrency: 1,
  backoff: doubling(1_000, 300_000),
  ...(options.due !== undefined && { every: 3_600_000, backoff: doubling(1_000, 10_000) }),
  ...options,
});

/** A backoff that begins with a time and doubles up to another one. */
export const doubling =
  (first: number, most: number) =>
  (attempts: number): number =>
    Math.min(first * 2 ** (attempts - 1), most);

/** Overrides the definition for one failed attempt. */
export class JobFailure extends Error {
  constructor(
    message: string,
    /** Milliseconds to the next attempt, or that there is none. */
    readonly then: { retryIn: number } | 'give up',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The job went to another process, was cancelled or was added again: its former holder leaves it as it is. */
export class JobLost extends Error {
  constructor() {
    super('The job is not what it was.');
  }
}
