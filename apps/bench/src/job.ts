import { type Figures, computePercentiles, perThousand, computeRate } from './figures';
import { type NamedProcess, watch } from './processes';

/** What one call of a job came to. */
export interface Outcome {
  /** How many rows, tickets, mails it was about. */
  count: number;
  /** From the call to its end, whatever that is. */
  milliseconds: number;
  /** Times of the parts, when they are measured separately; else the call itself is the sample. */
  times?: number[];
  /** Of the count, what went wrong. */
  failures?: number;
}

/** One call after the other, each about many things. */
export interface Job {
  name: string;
  /** The counted unit: rows, tickets, mails. */
  unit: string;
  rounds: number;
  run: (round: number) => Promise<Outcome>;
}

/** Runs a job and measures the processes during it. */
export const measureJob = async (job: Job, processes: readonly NamedProcess[]): Promise<Figures> => {
  const look = watch(processes);
  const outcomes: Outcome[] = [];
  for (let round = 0; round < job.rounds; round += 1) outcomes.push(await job.run(round));
  const { cpuSeconds, memory } = look();
  const sum = (value: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + value(outcome), 0);
  const count = sum((outcome) => outcome.count);
  const seconds = sum(({ milliseconds }) => milliseconds) / 1_000;
  return {
    source: 'parley',
    name: job.name,
    connections: 1,
    unit: job.unit,
    count,
    perSecond: computeRate(count, seconds),
    ...computePercentiles(outcomes.flatMap(({ milliseconds, times }) => times ?? [milliseconds])),
    cpuSecondsPer1000: perThousand(cpuSeconds, count),
    memory,
    failures: sum(({ failures = 0 }) => failures),
  };
};
