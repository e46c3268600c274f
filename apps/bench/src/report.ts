import { type Figures } from './load';
import { type StartFigures } from './platforms';

/** Everything one run of the benchmark measured. */
export interface Report {
  machine: { cpus: number; node: string; date: string };
  start: StartFigures;
  runs: Run[];
}

/** One way of running at one size. */
export interface Run {
  mode: 'one' | 'many';
  tickets: number;
  readyMs: number;
  /** Megabytes (shared pages counted once) after the loads. */
  memory: { platform: number; database: number };
  platform: Figures[];
  reference: { name: string; figures: Figures[] };
  /** Platform's rate over the reference's, by load and connections. */
  ratios: Record<string, number>;
}

const cell = (value: string | number, width: number): string => String(value).padStart(width);

const line = (source: string, figures: Figures): string =>
  [
    source.padEnd(28),
    figures.name.padEnd(22),
    cell(figures.connections, 4),
    cell(figures.requestsPerSecond, 7),
    cell(figures.p50, 7),
    cell(figures.p95, 7),
    cell(figures.p99, 7),
    cell(figures.cpuSecondsPer1000, 7),
    figures.failures > 0 ? `  ${figures.failures} FAILED` : '',
  ].join(' ');

const header = [
  ''.padEnd(28),
  'load'.padEnd(22),
  cell('conn', 4),
  cell('req/s', 7),
  cell('p50', 7),
  cell('p95', 7),
  cell('p99', 7),
  cell('cpu/1k', 7),
].join(' ');

/** A run as lines for a terminal; times in ms, CPU in seconds per 1,000 requests. */
export const formatRun = (run: Run): string =>
  [
    '',
    `${run.mode === 'one' ? 'one process' : 'one process per service'}, ${run.tickets} tickets, ready in ${run.readyMs} ms, ` +
      `memory ${run.memory.platform} MB + database ${run.memory.database} MB`,
    header,
    ...run.platform.map((figures) => line('parley', figures)),
    ...run.reference.figures.map((figures) => line(run.reference.name, figures)),
    ...Object.entries(run.ratios).map(
      ([name, ratio]) => `parley / reference, ${name}: ${Math.round(ratio * 100)} %`,
    ),
  ].join('\n');

/** Rates of the platform over those of the reference. */
export const ratiosOf = (
  platform: readonly Figures[],
  reference: readonly Figures[],
): Record<string, number> =>
  Object.fromEntries(
    reference.flatMap((other) => {
      const ours = platform.find(
        ({ name, connections }) => name === other.name && connections === other.connections,
      );
      if (!ours || other.requestsPerSecond === 0) return [];
      return [[`${other.name} at ${other.connections}`, ours.requestsPerSecond / other.requestsPerSecond]];
    }),
  );
