import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Mode, Options } from './options';
import { measureIdleMany, measureStart, startManyProcesses, startOneProcess } from './platforms';
import { type IdleCpu, memoryMegabytes } from './processes';
import {
  figuresHeader,
  formatFigures,
  formatRatios,
  computeRatios,
  type Report,
  type WorkloadRun,
} from './report';
import type { Bench, Workload } from './workload';
import { selectWorkloads } from './workloads';
import { prepareWorkspace } from './workspace';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const modeNames: Readonly<Record<Mode, string>> = { one: 'One process', many: 'One process per service' };

/** Collects measurements; a failure is recorded and the rest continues. */
interface Recorder {
  report: Report;
  /** Does something; answers undefined when it fails. */
  attempt: <T>(where: string, work: () => Promise<T>) => Promise<T | undefined>;
  /** Writes what there is so far. */
  save: () => void;
}

const createRecorder = (json: string | undefined): Recorder => {
  const report: Report = {
    machine: { cpus: cpus().length, node: process.version, date: new Date().toISOString().slice(0, 10) },
    runs: [],
    failures: [],
  };
  return {
    report,
    attempt: async (where, work) => {
      try {
        return await work();
      } catch (error) {
        report.failures.push({ where, error: error instanceof Error ? error.message : String(error) });
        say(`FAILED ${where}: ${error instanceof Error ? error.stack : String(error)}`);
        return undefined;
      }
    },
    save: () => {
      if (json) writeFileSync(json, JSON.stringify(report, null, 2));
    },
  };
};

const measureWorkload = async (
  { attempt, save }: Recorder,
  workload: Workload,
  bench: Bench,
  where: string,
  run: WorkloadRun,
): Promise<void> => {
  say(`\n${where}: preparing …`);
  const began = performance.now();
  const steps = (await attempt(`${where}, preparing`, () => workload.prepare(bench))) ?? [];
  if (steps.length > 0) say(figuresHeader);
  for (const step of steps) {
    await attempt(`${where}, ${step.name}`, () =>
      step.run((figures) => {
        run.figures.push(figures);
        say(formatFigures(figures));
      }),
    );
    run.ratios = computeRatios(run.figures);
    run.seconds = Math.round((performance.now() - began) / 1_000);
    save();
  }
  formatRatios(run).forEach(say);
};

const measurePlatform = async (
  recorder: Recorder,
  mode: Mode,
  tickets: number,
  workloads: readonly Workload[],
  options: Options,
): Promise<void> => {
  const target = await (mode === 'one' ? startOneProcess() : startManyProcesses());
  try {
    const { readyMs } = target;
    const workspace = await prepareWorkspace(target);
    const run: Report['runs'][number] = { mode, tickets, readyMs, workloads: [] };
    recorder.report.runs.push(run);
    for (const workload of workloads) {
      const workloadRun: WorkloadRun = { name: workload.name, seconds: 0, figures: [], ratios: {} };
      run.workloads.push(workloadRun);
      const bench: Bench = { target, workspace, tickets, options, say };
      const where = `${modeNames[mode]}, ${tickets} tickets, ${workload.name}`;
      await measureWorkload(recorder, workload, bench, where, workloadRun);
    }
    run.memory = {
      platform: memoryMegabytes(target.platformPids()),
      database: memoryMegabytes(target.databasePids()),
    };
    say(`\nready in ${readyMs} ms; memory ${run.memory.platform} MB + database ${run.memory.database} MB`);
  } finally {
    await target.stop();
  }
};

const formatIdleCpu = ({ platform, database }: IdleCpu): string =>
  `${platform} % + database ${database} % of a core`;

const measureIdle = async ({ modes }: Options): Promise<Report['start']> => {
  say('Starting on embedded engines …');
  const start = await measureStart();
  say(
    `ready in ${start.firstReadyMs} ms at the first start, ${start.secondReadyMs} ms at the second; ` +
      `idle ${start.idleMemory.platform} MB + database ${start.idleMemory.database} MB, ${formatIdleCpu(start.idleCpu)}`,
  );
  if (!modes.includes('many')) return start;
  const idleCpuOfMany = await measureIdleMany();
  say(`one process per service idle: ${formatIdleCpu(idleCpuOfMany)}`);
  return { ...start, idleCpuOfMany };
};

/** Measures the workloads in every way of running, printing as it goes. Answers whether nothing failed. */
export const runBench = async (options: Options): Promise<boolean> => {
  const workloads = selectWorkloads(options.workloads);
  const recorder = createRecorder(options.json);
  const { report, attempt, save } = recorder;
  if (options.idle && workloads.some(({ isOfStart }) => isOfStart)) {
    const start = await attempt('start', () => measureIdle(options));
    if (start) report.start = start;
  }
  const largest = Math.max(...options.sizes);
  for (const mode of options.modes) {
    for (const tickets of options.sizes) {
      const here = workloads.filter(({ isOfEverySize }) => isOfEverySize || tickets === largest);
      if (here.length === 0) continue;
      await attempt(`${modeNames[mode]}, ${tickets} tickets`, () =>
        measurePlatform(recorder, mode, tickets, here, options),
      );
      save();
    }
  }
  if (report.failures.length > 0) {
    say('\nNot measured:');
    for (const { where, error } of report.failures) say(`  ${where}: ${error.split('\n')[0]}`);
  }
  return report.failures.length === 0;
};
