import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, call, mapInParallel } from '../api';
import type { Job } from '../job';
import { createBackEnd } from '../seed-conversations';
import { seedWaitingRuns } from '../seed-runs';
import { type Bench, jobStep, type Workload } from '../workload';

/** Runs that start together, so many that the wait of the last ones is little of the time. */
const RUNS = 300;
/** Most runs that one request reads. */
const PAGE = 100;
/** Milliseconds between two looks whether they are over. */
const LOOK_MS = 250;
/** Seconds that runs wait; their lateness is measured. */
const DELAY = 2;
/** Days, in seconds, that seeded runs wait. */
const FAR = 20 * 86_400;
/** Workflows that one event starts, and contacts that have such an event: 1,000 runs. */
const AT_ONCE = 100;
const CONTACTS = 10;
/** Calls of the inbox beside them. */
const CALLS = 150;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

interface Run {
  status: string;
  startedAt: string;
  endedAt?: string;
  trail: { step: string; at: string }[];
}

interface Written {
  id: string;
  event: string;
}

/** Steps that follow each other, the last one ends the run. */
const chain = (steps: readonly object[]): object[] =>
  steps.map((step, n) => ({ id: `s${n}`, next: n + 1 < steps.length ? `s${n + 1}` : null, ...step }));

/** Ten changes of the ticket with no wait between them. */
const changes = chain(numbers(10).map((n) => ({ type: 'tag', tags: [`t${n}`] })));

/** Ten steps as workflows have them: some depend on the ticket, one waits. */
const mixed = chain([
  { type: 'message', content: 'Hello {{contact.name}}' },
  { type: 'setAttribute', key: 'plan', value: 'pro', visible: true },
  {
    type: 'condition',
    if: [{ field: 'attributes.plan', operator: 'eq', value: 'pro' }],
    then: 's3',
    else: null,
    next: undefined,
  },
  { type: 'tag', tags: ['pro'] },
  { type: 'message', content: 'You are on {{attributes.plan}}.' },
  {
    type: 'condition',
    if: [{ field: 'contact.userId', operator: 'exists' }],
    then: 's6',
    else: null,
    next: undefined,
  },
  { type: 'tag', tags: ['known'] },
  { type: 'delay', seconds: 1 },
  { type: 'setAttribute', key: 'seen', value: true },
  { type: 'message', content: 'Somebody will be with you soon.' },
]);

/** One change before a wait and one after it. */
const waits = chain([
  { type: 'delay', seconds: DELAY },
  { type: 'tag', tags: ['late'] },
]);

const write = async (workspace: Api, event: string, steps: readonly object[]): Promise<Written> => {
  const request = { name: event, trigger: { event }, steps };
  const { id } = await call<{ id: string }>(workspace, 'POST', '/workflows', request);
  return { id, event };
};

const createContacts = (backEnd: Api, prefix: string, count: number): Promise<string[]> =>
  mapInParallel(numbers(count), async (n) => {
    const consumerId = `${prefix}-${n}`;
    await call(backEnd, 'PUT', `/s2s/contacts/${consumerId}`, { name: `Contact ${n}` });
    return consumerId;
  });

const track = (backEnd: Api, contacts: readonly string[], event: string): Promise<unknown> =>
  mapInParallel(contacts, (consumerId) =>
    call(backEnd, 'POST', `/s2s/contacts/${consumerId}/events`, { events: [{ name: event }] }),
  );

/** The runs of a workflow, once so many are done. */
const untilDone = async (workspace: Api, id: string, count: number): Promise<Run[]> => {
  const read = (query: string): Promise<Run[]> => call(workspace, 'GET', `/workflows/${id}/runs?${query}`);
  // The oldest of so many alone: to read all of them again and again is a load of its own.
  while ((await read(`status=done&skip=${count - 1}&limit=1`)).length === 0) {
    if ((await read('status=failed&limit=1')).length > 0) throw new Error(`A run of ${id} failed`);
    await sleep(LOOK_MS);
  }
  const pages = numbers(Math.ceil(count / PAGE)).map((n) => read(`skip=${n * PAGE}&limit=${PAGE}`));
  return (await Promise.all(pages)).flat();
};

/** Starts so many runs that wait for weeks. */
const seedWaiting = async (bench: Bench, backEnd: Api): Promise<void> => {
  const { workspace, options, say } = bench;
  const wait = [{ id: 'wait', type: 'delay', seconds: FAR, next: null }];
  const { id, event } = await write(workspace, 'bench wait', wait);
  await track(backEnd, await createContacts(backEnd, 'bench-wait', 1), event);
  for (;;) {
    const [run] = await call<Run[]>(workspace, 'GET', `/workflows/${id}/runs`);
    if (run?.status === 'waiting') break;
    await sleep(LOOK_MS);
  }
  await seedWaitingRuns(bench, id, options.conversations);
  say(`  ${options.conversations} runs that wait`);
};

/** Runs of one event each, until the last is over. */
const buildRunJob = (name: string, { workspace }: Bench, backEnd: Api, { id, event }: Written): Job => ({
  name,
  unit: 'steps',
  rounds: 1,
  run: async () => {
    const contacts = await createContacts(backEnd, event.replaceAll(' ', '-'), RUNS);
    const start = performance.now();
    await track(backEnd, contacts, event);
    const runs = await untilDone(workspace, id, RUNS);
    return {
      count: runs.reduce((sum, { trail }) => sum + trail.length, 0),
      milliseconds: performance.now() - start,
      times: runs.map(({ startedAt, endedAt = startedAt }) => Date.parse(endedAt) - Date.parse(startedAt)),
    };
  },
});

/** How much later than their delay runs go on. */
const lateness = ({ workspace }: Bench, backEnd: Api, { id, event }: Written): Job => ({
  name: 'lateness of delays',
  unit: 'delays',
  rounds: 1,
  run: async () => {
    const contacts = await createContacts(backEnd, 'bench-late', RUNS);
    const start = performance.now();
    await track(backEnd, contacts, event);
    const runs = await untilDone(workspace, id, RUNS);
    const times = runs.map(({ trail: [before, after] }) =>
      before && after ? Date.parse(after.at) - Date.parse(before.at) - DELAY * 1_000 : 0,
    );
    return { count: RUNS, milliseconds: performance.now() - start, times };
  },
});

/** Calls of the inbox, sequentially; with `begin` during its work. */
const inbox = (name: string, one: () => Promise<unknown>, begin?: () => Promise<unknown>): Job => ({
  name,
  unit: 'calls',
  rounds: 1,
  run: async () => {
    await begin?.();
    const start = performance.now();
    const times: number[] = [];
    for (let count = 0; count < CALLS; count += 1) {
      const at = performance.now();
      await one();
      times.push(performance.now() - at);
    }
    return { count: CALLS, milliseconds: performance.now() - start, times };
  },
});

/** Runs of workflows while others wait. */
export const workflowsWorkload: Workload = {
  name: 'workflows',
  prepare: async (bench) => {
    const { workspace } = bench;
    const backEnd = await createBackEnd(workspace);
    await seedWaiting(bench, backEnd);
    const flat = await write(workspace, 'bench changes', changes);
    const usual = await write(workspace, 'bench mixed', mixed);
    const late = await write(workspace, 'bench late', waits);
    await mapInParallel(numbers(AT_ONCE), () => write(workspace, 'bench many', changes));
    const many = await createContacts(backEnd, 'bench-many', 2 * CONTACTS);
    const startMany = (from: number) => () => track(backEnd, many.slice(from, from + CONTACTS), 'bench many');
    const read = (): Promise<unknown> => call(workspace, 'GET', '/tickets?limit=50&sort=-lastActivity');
    const send = (): Promise<unknown> =>
      call(workspace, 'POST', '/messages', { ticket: workspace.ticketId, comment: 'Thank you.' });
    return [
      buildRunJob('steps that change the ticket', bench, backEnd, flat),
      buildRunJob('steps of a usual workflow', bench, backEnd, usual),
      lateness(bench, backEnd, late),
      inbox('inbox, nothing runs', read),
      inbox('send, nothing runs', send),
      inbox('inbox, 1,000 runs start', read, startMany(0)),
      inbox('send, 1,000 runs start', send, startMany(CONTACTS)),
    ].map((job) => jobStep(bench, job));
  },
};
