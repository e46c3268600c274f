import type { Figures } from './figures';
import type { Mode } from './options';
import type { StartFigures } from './platforms';

/** Everything one run of the benchmark measured. */
export interface Report {
  machine: { cpus: number; node: string; date: string };
  start?: StartFigures;
  runs: Run[];
  failures: Failure[];
}

/** What could not be measured. */
export interface Failure {
  /** Way of running, size, workload and step, as far as it came. */
  where: string;
  error: string;
}

/** One way of running at one size. */
export interface Run {
  mode: Mode;
  tickets: number;
  readyMs: number;
  workloads: WorkloadRun[];
  /** Megabytes (shared pages counted once) after the loads. */
  memory?: { platform: number; database: number };
}

/** What one workload showed. */
export interface WorkloadRun {
  name: string;
  /** Of preparing and measuring. */
  seconds: number;
  figures: Figures[];
  /** The platform's rate over that of the other product, by its name, load and connections. */
  ratios: Record<string, number>;
}

const cell = (value: string | number, width: number): string => String(value).padStart(width);

const formatMemory = ({ memory }: Figures): string =>
  Object.entries(memory)
    .map(([name, { before, peak }]) => `${name} ${before}→${peak}`)
    .join(', ');

/**
 * The columns of `formatFigures`; times in ms, bytes of an answer, CPU in seconds per 1,000, memory in MB at the start and at most.
 */
export const figuresHeader = [
  ''.padEnd(26),
  'load'.padEnd(32),
  cell('conn', 4),
  cell('count', 7),
  cell('per s', 7),
  ''.padEnd(8),
  cell('p50', 8),
  cell('p95', 8),
  cell('p99', 8),
  cell('bytes', 7),
  cell('cpu/1k', 7),
  ' memory',
].join(' ');

/** Figures as a line for a terminal. */
export const formatFigures = (figures: Figures): string =>
  [
    figures.source.padEnd(26),
    figures.name.padEnd(32),
    cell(figures.connections, 4),
    cell(figures.count, 7),
    cell(figures.perSecond, 7),
    figures.unit.padEnd(8),
    cell(figures.p50, 8),
    cell(figures.p95, 8),
    cell(figures.p99, 8),
    cell(figures.bytes ?? '', 7),
    cell(figures.cpuSecondsPer1000, 7),
    ` ${formatMemory(figures)}`,
    figures.failures > 0 ? `  ${figures.failures} FAILED` : '',
  ]
    .join(' ')
    .trimEnd();

/** Ratios as lines for a terminal. */
export const formatRatios = ({ ratios }: WorkloadRun): string[] =>
  Object.entries(ratios).map(([name, ratio]) => `parley / ${name}: ${Math.round(ratio * 100)} %`);

/** Rates of the platform over those of the other product. */
export const computeRatios = (figures: readonly Figures[]): Record<string, number> =>
  Object.fromEntries(
    figures
      .filter(({ source, perSecond }) => source !== 'parley' && perSecond > 0)
      .flatMap((other) => {
        const ours = figures.find(
          ({ source, name, connections }) =>
            source === 'parley' && name === other.name && connections === other.connections,
        );
        const name = `${other.source}, ${other.name} at ${other.connections}`;
        return ours ? [[name, ours.perSecond / other.perSecond]] : [];
      }),
  );
