import { demandWholeCertificate } from '@parley/app-mail';
import { type Environment, loadConfig } from '@parley/config';
import { demandFreeAddress, openHome, runCommand, runProcess, stopOnSignal } from '@parley/runtime';
import { createLogger, type Logger, startTracing } from '@parley/telemetry';
import { compose, type Standalone } from './compose';
import { type StandaloneConfig, standaloneTable } from './config';
import { type Demo, ensureDemo, nameDemoAddress } from './demo';
import { startEngines } from './engines';
import { demoLines, seedServices } from './seed';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const printBanner = (url: string, lines: readonly string[], demo: Demo | undefined, home: string): void => {
  say('');
  say('Parley');
  for (const line of lines) say(`  ${line}`);
  say('');
  say(`  inbox      ${url}/inbox`);
  say(`  API        ${url}/v3`);
  // Behind `#` no server sees it.
  const secret = demo && encodeURIComponent(demo.admin.password);
  say(`  reference  ${url}/docs${secret === undefined ? '' : `#demo=${secret}`}`);
  if (demo) {
    say('');
    for (const line of demoLines(demo, home)) say(line);
    say(`  live       ${url}/demo#${secret}`);
    say(`  figures    ${url}/demo/statistics#${secret}`);
  }
  say('');
};

const prepare = (environment: Environment): { config: StandaloneConfig; log: Logger } => {
  const loaded = loadConfig(standaloneTable, environment);
  const config: StandaloneConfig = { ...loaded, home: openHome(loaded.home) };
  const level = environment['LOG_LEVEL'] ? config.logLevel : 'warn';
  return { config, log: createLogger({ service: 'standalone', level }) };
};

/** Runs a command of a service, beside the running platform or without one. */
const perform = async (environment: Environment, command: string, args: readonly string[]): Promise<void> => {
  const { config, log } = prepare(environment);
  const engines = await startEngines(config, log, 'shared');
  try {
    const { commands, stop } = await compose(config, engines, log);
    await runCommand(commands, command, args);
    await stop();
  } finally {
    await engines.stop();
  }
};

const serve = async (environment: Environment): Promise<void> => {
  const { config, log } = prepare(environment);
  demandWholeCertificate(config);
  await demandFreeAddress(config.host, config.port);
  const stopTracing = await startTracing({ service: 'parley', endpoint: config.tracesEndpoint });
  say(config.databaseUrl ? 'Reaching the engines …' : 'Starting the database …');
  const engines = await startEngines(config, log);
  let composed: Standalone | undefined;
  try {
    const platform = (composed = await compose(config, engines, log));
    say('Starting the services …');
    await platform.startServices();
    // Before the address opens: who finds the platform ready finds the demo too.
    if (config.demo) await ensureDemo(platform.peers, config.home, `http://${config.host}:${config.port}/v3`);
    const { url } = await platform.open();
    const demo = config.demo ? nameDemoAddress(config.home, `${url}/v3`) : undefined;
    printBanner(url, engines.lines, demo, config.home);
    stopOnSignal(log, {
      announce: () => platform.drain(),
      delayMs: config.shutdownDelaySeconds * 1_000,
      stop: async () => {
        await platform.stop();
        await engines.stop();
        await stopTracing();
      },
    });
  } catch (error) {
    // Services first: without their database they would log errors that hide the real one.
    await composed?.stop().catch(() => undefined);
    await engines.stop();
    throw error;
  }
};

/** The command that seeds the demo in services that run elsewhere. */
const SEED = 'seed-demo';

/** Runs the platform until a signal, or a command to its end. */
export const runStandalone = (environment: Environment, args: readonly string[]): Promise<void> =>
  runProcess('Parley', args, {
    serve: () => serve(environment),
    perform: (command, rest) =>
      command === SEED ? seedServices(environment, say) : perform(environment, command, rest),
  });
