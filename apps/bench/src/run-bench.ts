import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { drive, type Figures, type Load } from './load';
import { type Options } from './options';
import { measureStart, startManyProcesses, startOneProcess, type Target } from './platforms';
import { memoryMegabytes } from './processes';
import { prepareReferenceData, startReferenceMany, startReferenceOne } from './references';
import { formatRun, ratiosOf, type Report, type Run } from './report';
import { seedTickets } from './seed';
import { platformLoads, prepareWorkspace, referenceLoads, sampleTickets } from './workloads';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const driveAll = async (
  loads: readonly Load[],
  options: Options,
  pids: () => number[],
): Promise<Figures[]> => {
  const figures: Figures[] = [];
  for (const load of loads) {
    for (const connections of options.connections) {
      figures.push(await drive(load, connections, options.seconds, pids()));
    }
  }
  return figures;
};

const measure = async (target: Target, tickets: number, options: Options): Promise<Run> => {
  const workspace = await prepareWorkspace(target);
  await seedTickets(target.ticketsDatabaseUrl, workspace.projectId, workspace.ticketId, tickets, (text) =>
    say(`  ${text}`),
  );
  const ids = await sampleTickets(target.base, workspace.headers, tickets);
  const platform = await driveAll(platformLoads(target.base, workspace, ids), options, () =>
    target.platformPids(),
  );
  const memory = {
    platform: memoryMegabytes(target.platformPids()),
    database: memoryMegabytes(target.databasePids()),
  };
  const data = await prepareReferenceData(target.serverUrl, tickets);
  const reference = await (target.mode === 'one'
    ? startReferenceOne(data.url)
    : startReferenceMany(data.url));
  const figures = await driveAll(
    referenceLoads(reference.base, 'bench', data.ids),
    options,
    () => reference.pids,
  );
  await reference.stop();
  return {
    mode: target.mode,
    tickets,
    readyMs: target.readyMs,
    memory,
    platform,
    reference: { name: reference.name, figures },
    ratios: ratiosOf(platform, figures),
  };
};

/** Measures every way of running at every size, printing as it goes. */
export const runBench = async (options: Options): Promise<void> => {
  say('Starting on embedded engines …');
  const start = await measureStart();
  say(
    `ready in ${start.firstReadyMs} ms at the first start, ${start.secondReadyMs} ms at the second; ` +
      `idle ${start.idleMemory.platform} MB + database ${start.idleMemory.database} MB`,
  );
  const runs: Run[] = [];
  for (const mode of options.modes) {
    for (const tickets of options.sizes) {
      say(`\n${mode === 'one' ? 'One process' : 'One process per service'}, ${tickets} tickets …`);
      const target = await (mode === 'one' ? startOneProcess() : startManyProcesses());
      try {
        const run = await measure(target, tickets, options);
        runs.push(run);
        say(formatRun(run));
      } finally {
        await target.stop();
      }
    }
  }
  const report: Report = {
    machine: { cpus: cpus().length, node: process.version, date: new Date().toISOString().slice(0, 10) },
    start,
    runs,
  };
  if (options.json) writeFileSync(options.json, JSON.stringify(report, null, 2));
};
