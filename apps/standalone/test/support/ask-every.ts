import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Credentials } from './api';

const EVERY_MS = 10;
/** Questions of a thread that has just started: it loads and compiles what asks. */
const FIRST = 50;

/** The answers to a caller who asks every 10 ms: their statuses, and the milliseconds until each was there. */
export interface Asked {
  statuses: number[];
  waits: number[];
}

/** Asks for an address every 10 ms, in a thread of its own, so that work of the test does not delay this caller. */
export const startAsking = async (
  url: string,
  { token, project }: Credentials,
): Promise<() => Promise<Asked>> => {
  const headers = { authorization: `Bearer ${token}`, project };
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { url, headers, everyMs: EVERY_MS, first: FIRST },
  });
  await once(worker, 'message');
  return async () => {
    worker.postMessage('stop');
    const [asked] = (await once(worker, 'message')) as [Asked];
    await worker.terminate();
    return asked;
  };
};

const THREAD = `
const { parentPort, workerData: { url, headers, everyMs, first } } = require('node:worker_threads');
const waits = [];
const answers = [];
const ask = async () => {
  const began = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  waits.push(performance.now() - began);
  return response.status;
};
const begin = async () => {
  for (let n = 0; n < first; n += 1) await ask();
  waits.length = 0;
  const timer = setInterval(() => answers.push(ask()), everyMs);
  parentPort.once('message', async () => {
    clearInterval(timer);
    parentPort.postMessage({ statuses: await Promise.all(answers), waits });
  });
  parentPort.postMessage('begun');
};
begin();`;
