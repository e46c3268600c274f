import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, call, mapInParallel } from '../api';
import type { Job, Outcome } from '../job';
import { createBackEnd } from '../seed-conversations';
import { type Done, type Sockets, stampNow, startSockets } from '../sockets';
import { type Bench, jobStep, type Step, type Workload } from '../workload';

/** Contacts that are written to; each of the others only listens. */
const WRITTEN_TO = 200;
/** Messages a second. */
const RATE = 50;
/** Milliseconds that the last messages may take to arrive. */
const PATIENCE = 10_000;
/** Milliseconds in which the platform gives back what connecting took. */
const REST = 10_000;

/** Shared state of the steps. */
interface Live {
  sockets: Sockets;
  /** Address of the WebSocket. */
  url: string;
  backEnd: Api;
  consumerIds: string[];
  /** Tickets of those who are written to. */
  tickets: string[];
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

const findAddress = async ({ workspace }: Bench): Promise<string> => {
  const { base, projectId } = workspace;
  const { apiToken } = await call<{ apiToken: string }>(workspace, 'GET', `/projects/${projectId}`);
  const visitor: Api = { base, headers: { 'api-token': apiToken } };
  const { key, host, port, tls } = await call<{ key: string; host: string; port: number; tls: boolean }>(
    visitor,
    'GET',
    '/shared/realtime',
  );
  return `${tls ? 'wss' : 'ws'}://${host}:${port}/app/${key}?protocol=7&client=bench&version=1`;
};

const prepareLive = async (bench: Bench): Promise<Live> => {
  const { workspace, options } = bench;
  const backEnd = await createBackEnd(workspace);
  const consumerIds = numbers(options.sockets).map((n) => `live-${n}`);
  const sessions = consumerIds.map((userId) => ({ userId, name: userId }));
  for (let at = 0; at < sessions.length; at += options.imported)
    await call(workspace, 'POST', '/sessions/importer', {
      sessions: sessions.slice(at, at + options.imported),
    });
  const tickets = await mapInParallel(consumerIds.slice(0, WRITTEN_TO), async (consumerId) => {
    const body = { title: 'Live', message: 'Hello' };
    const path = `/s2s/contacts/${consumerId}/conversations`;
    return (await call<{ id: string }>(backEnd, 'POST', path, body)).id;
  });
  return { sockets: startSockets(), url: await findAddress(bench), backEnd, consumerIds, tickets };
};

const timed = async (work: () => Promise<Done>): Promise<Outcome> => {
  const began = performance.now();
  const { times, failures } = await work();
  return { count: times.length, milliseconds: performance.now() - began, times, failures };
};

const connectJob = ({ sockets, url }: Live, count: number): Job => ({
  name: 'connect',
  unit: 'sockets',
  rounds: 1,
  run: () => timed(() => sockets.connect(url, count)),
});

/** Connects, signs in and rests; the memory that it shows before and at most is that of the connections. */
const holdJob = ({ sockets, url, backEnd, consumerIds }: Live, count: number): Job => ({
  name: 'connect, sign in, rest',
  unit: 'sockets',
  rounds: 1,
  run: async () => {
    const { failures } = await sockets.connect(url, count);
    const outcome = await timed(() => sockets.signIn(backEnd, consumerIds));
    await sleep(REST);
    return { ...outcome, failures: failures + (outcome.failures ?? 0) };
  },
});

/** From the team's request to the arrival at the contact's socket, at a steady rate. */
const deliverJob = ({ workspace, options }: Bench, { sockets, tickets }: Live): Job => ({
  name: `message to socket, ${RATE} a second`,
  unit: 'messages',
  rounds: options.rounds,
  run: async (): Promise<Outcome> => {
    await sockets.heard();
    const expected = RATE * options.seconds;
    const began = performance.now();
    const sent: Promise<unknown>[] = [];
    for (let n = 0; n < expected; n += 1) {
      await sleep(Math.max(0, began + (n * 1_000) / RATE - performance.now()));
      const body = { ticket: tickets[n % tickets.length], comment: stampNow() };
      sent.push(call(workspace, 'POST', '/messages', body));
    }
    await Promise.all(sent);
    const times: number[] = [];
    for (const end = Date.now() + PATIENCE; times.length < expected && Date.now() < end; await sleep(50))
      times.push(...(await sockets.heard()));
    const milliseconds = performance.now() - began;
    return { count: times.length, milliseconds, times, failures: Math.max(0, expected - times.length) };
  },
});

/** Many live connections on one process. */
export const realtimeWorkload: Workload = {
  name: 'realtime',
  prepare: async (bench) => {
    const count = bench.options.sockets;
    const live = await prepareLive(bench);
    const { sockets } = live;
    const then = ({ name, run }: Step, end: () => Promise<void>): Step => ({
      name,
      run: async (record) => {
        await run(record);
        await end();
      },
    });
    // The first round warms the process, so that the second shows what connections take and nothing else.
    return [
      then(jobStep(bench, connectJob(live, count)), async () => {
        await sockets.close();
        await sleep(REST);
      }),
      jobStep(bench, holdJob(live, count)),
      then(jobStep(bench, deliverJob(bench, live)), () => sockets.stop()),
    ];
  },
};
