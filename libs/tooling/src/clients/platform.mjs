// The built platform, in one process on embedded engines, for as long as the clients talk to it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';
import { at } from '../paths.mjs';

const PATIENCE_MS = 180_000;
const KEPT_OUTPUT = 20_000;

/** Starts it with demo data; answers its address, its credentials and how it is stopped. */
export const startPlatform = async () => {
  const home = mkdtempSync(join(tmpdir(), 'parley-clients-'));
  const mails = join(home, 'mail');
  mkdirSync(mails);
  const origin = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, [at('dist/apps/standalone/main.js')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PARLEY_HOME: home,
      HOST: '127.0.0.1',
      PORT: new URL(origin).port,
      LOG_LEVEL: 'warn',
      // Generated requests come by the thousand from one address.
      RATE_LIMIT_PER_MINUTE: '1000000',
      SIGNUP_LIMIT_PER_HOUR: '1000000',
      ANSWER_LIMIT_PER_MINUTE: '1000000',
      LOGIN_LIMIT_PER_MINUTE: '100000',
      AUTH_FAILURE_LIMIT_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-KEPT_OUTPUT)));
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (!ended()) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(home, { recursive: true, force: true });
  };

  const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200;
  for (const end = Date.now() + PATIENCE_MS; !(await isReady()); await pause(200)) {
    if (!ended() && Date.now() < end) continue;
    await stop();
    throw new Error(`The platform did not start:\n${output}`);
  }
  const demo = JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8'));
  return { url: `${origin}/v3`, mails, demo, stop, output: () => output };
};
