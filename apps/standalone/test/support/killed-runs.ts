import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Api, ok } from './api';
import type { Customer } from './customer';
import { dice, invent, type Plan, UNANSWERED } from './random-workflows';

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

/** Answers what the runs of a workflow ask, each question and tool once for each time that it is asked. */
const answerQuestions = async (
  { team, backend }: Customer,
  { id, answers }: Workflow,
  { given, widgets }: { given: Map<string, number>; widgets: ReadonlyMap<string, Api> },
): Promise<void> => {
  const { body } = await patiently(() => team.call('GET', `/workflows/${id}/runs`));
  const asking = (body as unknown as Answer['body'][]).filter(({ status }) => status === 'waiting');
  for (const { id: runId, conversation, contact } of asking) {
    const path = `/s2s/conversations/${conversation}/workflow-step`;
    const { step } = (await patiently(() => backend.call('GET', path))).body;
    if (!step || step.tool?.name === UNANSWERED) continue;
    const count = given.get(runId) ?? 0;
    const { result, ...answer } = answers[count] ?? {};
    const key = { 'idempotency-key': `${runId}-${count}` };
    const page = widgets.get(contact);
    const deliver = (): Promise<Answer> | undefined =>
      page?.call(
        'POST',
        `/shared/frontend-tools/${step.tool.toolCallId}/result`,
        { name: 'status', result },
        key,
      );
    const reply = (): Promise<Answer> => backend.call('POST', path, { ...answer, stepId: step.id }, key);
    ok(await patiently(() => (step.type === 'tool' ? (deliver() ?? reply()) : reply())));
    given.set(runId, count + 1);
  }
};

/** Expects that a contact's stream has no gap, and tells each question and tool of a run once and in order. */
const expectStream = async (
  { backend }: Customer,
  consumerId: string,
  { conversation, plan }: { conversation: string; plan: Workflow },
): Promise<void> => {
  const path = `/s2s/stream/events?consumerId=${consumerId}&after=0&limit=1000`;
  const { events } = ok(await backend.call('GET', path)) as unknown as { events: Answer['body'][] };
  expect(events.map(({ seq }) => seq as number)).toEqual(events.map((_event, index) => index + 1));
  const own = events.filter(({ data }) => data.conversationId === conversation);
  const isAsked = (id: string): boolean =>
    ['question', 'tool'].includes(plan.steps.find((step) => step.id === id)?.type ?? '');
  const asked = own
    .filter(({ event, data }) => event === 'workflow.step' && data.step)
    .map(({ data }) => data.step.id);
  expect(asked).toEqual(plan.path.filter(isAsked));
  const tools = plan.path.flatMap((id) => plan.steps.find((step) => step.id === id)?.name ?? []);
  expect(own.filter(({ event }) => event === 'tool.call').map(({ data }) => data.name)).toEqual(tools);
};

/** Expects of the ticket of a run what the model says: everything once, one start and one end. */
const expectTicket = async (
  { team }: Customer,
  conversation: string,
  { id, tags, attributes, ends }: Workflow,
): Promise<void> => {
  const ticket = await eventually(async () => {
    const found = ok(await team.call('GET', `/tickets/${conversation}`));
    expect(found.bot).toMatchObject({ active: false });
    return found;
  });
  expect([...ticket.tags].sort()).toEqual(tags);
  expect(ticket.attributes ?? {}).toEqual(attributes);
  expect(ticket.status).toBe(ends === 'close' ? 'DONE' : 'OPEN');
  const history = ok(await team.call('GET', `/tickets/${conversation}/history`)) as Answer['body'][];
  const moves = history.filter(({ field }) => field === 'workflow').map(({ from, to }) => [from, to]);
  expect(moves).toHaveLength(2);
  expect(moves).toEqual(
    expect.arrayContaining([
      [undefined, id],
      [id, undefined],
    ]),
  );
  const handoffs = history.filter(({ field }) => field === 'handoff');
  expect(handoffs).toHaveLength(ends === 'handoff' ? 1 : 0);
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
  const consumers = new Map<string, string>();
  const widgets = new Map<string, Api>();
  for (let count = 0; count < runs; count += 1) {
    const consumer = customer.newConsumer();
    const contact = await customer.contact(consumer);
    consumers.set(contact.id, consumer);
    widgets.set(contact.id, customer.widget(contact));
    const events = plans.map(({ event }) => ({ name: event }));
    ok(await customer.backend.call('POST', `/s2s/contacts/${consumer}/events`, { events }));
  }
  let isOn = true;
  const given = new Map<string, number>();
  const answering = (async () => {
    while (isOn) {
      for (const plan of plans) await answerQuestions(customer, plan, { given, widgets });
      await sleep(LOOK_MS);
    }
  })();
  for (let count = 0; count < kills; count += 1) {
    await sleep(300 + throwDice(900));
    await kill(throwDice(1_000));
  }
  try {
    for (const plan of plans) {
      const all = await eventually(async () => {
        const found = ok(await customer.team.call('GET', `/workflows/${plan.id}/runs`)) as Answer['body'][];
        expect(found.map(({ status, error }) => error ?? status)).toEqual(Array(runs).fill('done'));
        return found;
      }, PATIENCE_MS);
      expect(new Set(all.map(({ conversation }) => conversation)).size).toBe(runs);
      for (const { trail, conversation, contact } of all) {
        expect(trail.map(({ step }: { step: string }) => step)).toEqual(plan.path);
        expect(await customer.texts(conversation)).toEqual(plan.says);
        await expectTicket(customer, conversation, plan);
        await expectStream(customer, consumers.get(contact) ?? '', { conversation, plan });
      }
    }
  } finally {
    isOn = false;
    await answering;
  }
};
