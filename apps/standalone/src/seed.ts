import { defineConfig, type Environment, flag, loadConfig } from '@parley/config';
import { networkPeers, openHome, platformTable } from '@parley/runtime';
import { createMetrics } from '@parley/telemetry';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Demo, ensureDemo, nameDemoAddress } from './demo';

/** Pause between two looks whether every service answers, in milliseconds. */
const WAIT_MS = 250;

const seedTable = defineConfig({
  ...platformTable,
  demo: flag('PARLEY_DEMO', false, { description: 'Seed demo data at the first start.' }),
});

/** The demo for the person who started the platform, one line each. */
export const demoLines = (demo: Demo, home: string): string[] => [
  `  demo       project ${demo.projectId}`,
  `  help       ${demo.baseUrl.replace(/\/v3$/, '')}/help/${demo.projectId}`,
  `  admin      ${demo.admin.email} / ${demo.admin.password}`,
  `  agent      ${demo.agent.email} / ${demo.agent.password}`,
  `  tokens     ${resolve(home, 'demo.json')}`,
];

/**
 * Seeds services that run as processes of their own, as soon as all of them answer. Does nothing unless `PARLEY_DEMO` asks
 * for it, and nothing twice.
 */
export const seedServices = async (environment: Environment, say: (line: string) => void): Promise<void> => {
  const config = loadConfig(seedTable, environment);
  if (!config.demo) return;
  const home = openHome(config.home);
  const peers = networkPeers(config, createMetrics({ service: 'demo', processMetrics: false }));
  const callers = Object.values(peers);
  const answer = (): Promise<boolean> =>
    Promise.all(callers.map((caller) => caller.health())).then(
      () => true,
      () => false,
    );
  try {
    while (!(await answer())) await sleep(WAIT_MS);
    const baseUrl = `${config.publicUrl ?? 'http://127.0.0.1:3000'}/v3`;
    await ensureDemo(peers, home, baseUrl);
    for (const line of demoLines(nameDemoAddress(home, baseUrl), home)) say(line);
  } finally {
    await Promise.all(callers.map((caller) => caller.close()));
  }
};
