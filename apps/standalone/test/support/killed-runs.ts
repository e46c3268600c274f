import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ok } from './api';
import { type Customer } from './customer';
import { dice, invent, type Plan } from './random-workflows';

const PATIENCE_MS = 120_000;
const LOOK_MS = 200;
/** Attempts of a request while processes come and go. */
const ATTEMPTS = 1_000;

/** What is done to the platform. */
export interface Killing {
  seed: number;
  workflows: number;
  /** Runs of each workflow. */
  runs: number;
  kills: number;
  /** Kills a process, one of several by the number, and has it come back. */
  kill: (number: number) => Promise<void>;
}

type Workflow = Plan & { id: string; event: string };

/** Repeats a request until it is answered. A repetition with the same key is no second one. */
const patiently = async (request: () => Promise<Answer>): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await request().catch(() => undefined);
    if (answer && answer.status < 500 && answer.status !== 429) return answer;
    if (attempt === ATTEMPTS) throw new Error(`No answer after ${ATTEMPTS} attempts`);
    await sleep(LOOK_MS);
  }
};

/** Answers what the runs of a workflow ask, each question once for each time that it is asked. */
const answerQuestions = async (
  { team, backend }: Customer,
  { id, answers }: Workflow,
  given: Map<string, number>,
): Promise<void> => {
  const { body } = await patiently(() => team.call('GET', `/workflows/${id}/runs`));
  const asking = (body as unknown as Answer['body'][]).filter(({ status }) => status === 'waiting');
  for (const { id: runId, conversation } of asking) {
    const path = `/s2s/conversations/${conversation}/workflow-step`;
    const { step } = (await patiently(() => backend.call('GET', path))).body;
    if (step?.type !== 'question') continue;
    const count = given.get(runId) ?? 0;
    const selection = answers[count];
    const key = { 'idempotency-key': `${runId}-${count}` };
    ok(await patiently(() => backend.call('POST', path, { selection, stepId: step.id }, key)));
    given.set(runId, count + 1);
  }
};

/** Runs random workflows while processes are killed, and expects that every step was taken once and in order. */
export const expectRunsToSurvive = async (
  customer: Customer,
  { seed, workflows, runs, kills, kill }: Killing,
): Promise<void> => {
  const throwDice = dice(seed);
  const plans = await Promise.all(
    Array.from({ length: workflows }, async (_, index): Promise<Workflow> => {
      const plan = invent(throwDice);
      const event = `go ${seed} ${index}`;
      const request = { name: `Random ${seed} ${index}`, steps: plan.steps, trigger: { event } };
      return { ...plan, id: ok(await customer.team.call('POST', '/workflows', request)).id, event };
    }),
  );
  for (let count = 0; count < runs; count += 1) {
    const consumer = customer.newConsumer();
    await customer.contact(consumer);
    const events = plans.map(({ event }) => ({ name: event }));
    ok(await customer.backend.call('POST', `/s2s/contacts/${consumer}/events`, { events }));
  }
  let isOn = true;
  const given = new Map<string, number>();
  const answering = (async () => {
    while (isOn) {
      for (const plan of plans) await answerQuestions(customer, plan, given);
      await sleep(LOOK_MS);
    }
  })();
  for (let count = 0; count < kills; count += 1) {
    await sleep(300 + throwDice(900));
    await kill(throwDice(1_000));
  }
  try {
    for (const { id, path, says, tags } of plans) {
      const all = await eventually(async () => {
        const found = ok(await customer.team.call('GET', `/workflows/${id}/runs`)) as Answer['body'][];
        expect(found.map(({ status, error }) => error ?? status)).toEqual(Array(runs).fill('done'));
        return found;
      }, PATIENCE_MS);
      for (const { trail, conversation } of all) {
        expect(trail.map(({ step }: { step: string }) => step)).toEqual(path);
        expect(await customer.texts(conversation)).toEqual(says);
        const ticket = await eventually(async () => {
          const found = ok(await customer.team.call('GET', `/tickets/${conversation}`));
          expect(found.bot).toMatchObject({ active: false });
          return found;
        });
        expect([...ticket.tags].sort()).toEqual(tags);
      }
    }
  } finally {
    isOn = false;
    await answering;
  }
};
