import { unavailable } from '@parley/errors';
import type { Metrics } from '@parley/telemetry';

/** Longest wait of a call for its turn, in milliseconds: well below the time limit of calls, so that no caller gets 504. */
const PATIENCE_MS = 5_000;
/** Milliseconds of a call that count. One that takes longer waits for a model or a mail server and not for this process. */
const COUNTED_MS = 1_000;
/** Most calls that wait, of one project and together. */
const MAX_WAITING = { project: 1_000, all: 2_000 };

const refusalReasons = ['too_many', 'too_late'] as const;

/** Lets projects call services in turn while there is more to do than the process can do at once. */
export interface Turns {
  /**
   * Runs a call, at once or when it is the project's turn; projects with calls that wait take turns, whatever each has
   * waiting. 503 when too many wait, or when its turn does not come within 5 s.
   */
  run<T>(project: string, call: () => Promise<T>): Promise<T>;
}

/** What differs by what takes turns. */
export interface TurnsOptions {
  /** How metrics name it, and people: `gateway_calls`, `Calls to services`. */
  metric: string;
  things: string;
  /** Longest wait in milliseconds; 5 s by default. */
  patienceMs?: number;
  /** Most that wait; 1,000 of a project and 2,000 of all by default. */
  maxWaiting?: { project: number; all: number };
}

interface Waiting {
  begin: () => void;
}

/** Has at most `limit` calls run at once. */
export const createTurns = (
  limit: number,
  metrics: Pick<Metrics, 'counter' | 'gauge'>,
  { metric, things, patienceMs = PATIENCE_MS, maxWaiting = MAX_WAITING }: TurnsOptions,
): Turns => {
  /** The projects with waiting calls; the first is next, and goes to the end when one of its calls begins. */
  const lines = new Map<string, Set<Waiting>>();
  let running = 0;
  let waiting = 0;
  const refusal = reportTurns(metrics, { metric, things, patienceMs }, () => waiting);

  const leave = (project: string, line: Set<Waiting>, one: Waiting): void => {
    line.delete(one);
    waiting -= 1;
    if (line.size === 0) lines.delete(project);
  };
  const next = (): void => {
    const [entry] = lines;
    if (!entry) return;
    const [project, line] = entry;
    const [first] = line;
    if (!first) return;
    leave(project, line, first);
    if (line.size > 0) {
      lines.delete(project);
      lines.set(project, line);
    }
    first.begin();
  };

  const admitted = (project: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = lines.get(project) ?? new Set<Waiting>();
      if (line.size >= maxWaiting.project || waiting >= maxWaiting.all) return reject(refusal('too_many'));
      const one: Waiting = {
        begin: () => {
          clearTimeout(timer);
          running += 1;
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave(project, line, one);
        reject(refusal('too_late'));
      }, patienceMs);
      line.add(one);
      lines.set(project, line);
      waiting += 1;
    });

  const end = (): void => {
    running -= 1;
    next();
  };

  return {
    run: async (project, call) => {
      if (running < limit) running += 1;
      else await admitted(project);
      return counted(call, end);
    },
  };
};

/** Reports how many wait and how many were refused; answers what makes a refusal. */
const reportTurns = (
  metrics: Pick<Metrics, 'counter' | 'gauge'>,
  { metric, things, patienceMs }: Pick<Required<TurnsOptions>, 'metric' | 'things' | 'patienceMs'>,
  countWaiting: () => number,
): ((reason: (typeof refusalReasons)[number]) => Error) => {
  metrics.gauge({
    name: `${metric}_waiting`,
    help: `${things} that wait for their turn in this process.`,
    read: countWaiting,
  });
  const refusals = metrics.counter({
    name: `${metric}_refused_total`,
    help: `${things} that were refused because too many waited, or because they waited for ${patienceMs / 1_000} s.`,
    labels: ['reason'],
  });
  // A series that is there from the start shows its first refusal as a rise.
  for (const reason of refusalReasons) refusals.inc({ reason }, 0);
  return (reason) => {
    refusals.inc({ reason });
    return unavailable('The platform has more to do than it can. Try again in a moment.');
  };
};

/** Runs a call, which counts until it ends, at most for a second. */
const counted = async <T>(call: () => Promise<T>, done: () => void): Promise<T> => {
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    done();
  };
  const timer = setTimeout(end, COUNTED_MS);
  try {
    return await call();
  } finally {
    clearTimeout(timer);
    end();
  }
};
