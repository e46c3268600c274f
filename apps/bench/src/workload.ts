import type { Figures } from './figures';
import { type Job, measureJob } from './job';
import { drive, type Load } from './load';
import type { Options } from './options';
import type { Target } from './platforms';
import type { Workspace } from './workspace';

/** The environment of a workload. */
export interface Bench {
  target: Target;
  workspace: Workspace;
  /** Tickets that the project is to have. */
  tickets: number;
  options: Options;
  say: (text: string) => void;
}

/** One measurement; when it fails, the others go on. */
export interface Step {
  name: string;
  run: (record: (figures: Figures) => void) => Promise<void>;
}

/** Measurements of one part of the platform. */
export interface Workload {
  /** As `--workloads` names it. */
  name: string;
  /** Whether it is measured at every size; else at the largest alone. */
  isOfEverySize?: boolean;
  /** Whether starting and resting are measured with it. */
  isOfStart?: boolean;
  /** Makes the data and answers the steps to measure, in this order. */
  prepare: (bench: Bench) => Promise<Step[]>;
}

/** A step for each load and number of connections. */
export const loadSteps = ({ target, options }: Bench, loads: readonly Load[]): Step[] =>
  loads.flatMap((load) =>
    options.connections.map((connections) => ({
      name: `${load.name} at ${connections}`,
      run: async (record) =>
        record(await drive('parley', load, connections, options.seconds, target.processes())),
    })),
  );

/** A step for a job. */
export const jobStep = ({ target }: Bench, job: Job): Step => ({
  name: job.name,
  run: async (record) => record(await measureJob(job, target.processes())),
});
