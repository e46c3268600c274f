import { systemContext } from '@parley/rpc';
import { type AnswerOptions, createAnswers } from './answers';
import { questionKey } from './question-key';
import { shareAnswer } from './share-answer';

/** Answers with a clock that a test moves, each made by hand. */
const started = (options: AnswerOptions = {}) => {
  let time = 1_000;
  const answers = createAnswers({ costlyMs: 50, now: () => time, ...options });
  const making: ((answer: object) => void)[] = [];
  return {
    making,
    pass: (ms: number) => (time += ms),
    ask: (key = 'a') => answers.of(key, () => new Promise<object>((resolve) => making.push(resolve))),
  };
};

const turn = (): Promise<void> => new Promise(setImmediate);

it('makes one answer for all who ask the same at a time, and others for other questions', async () => {
  const { ask, making } = started();
  const all = Promise.all([ask(), ask(), ask(), ask('b')]);
  await turn();
  expect(making).toHaveLength(2);
  making[0]?.({ value: 1 });
  making[1]?.({ value: 2 });
  expect(await all).toEqual([{ value: 1 }, { value: 1 }, { value: 1 }, { value: 2 }]);
});

it('keeps an answer that was costly and shared until it is 2 s old, counted from its beginning', async () => {
  const { ask, making, pass } = started();
  const first = Promise.all([ask(), ask()]);
  pass(500);
  making[0]?.({ value: 1 });
  await first;
  await turn();
  pass(1_499);
  expect(await ask()).toEqual({ value: 1 });
  expect(making).toHaveLength(1);
  pass(2);
  void ask();
  expect(making).toHaveLength(2);
});

it.each([
  ['that was cheap', 2, 49],
  ['that one alone asked for, whatever it cost', 1, 500],
])('keeps no answer %s', async (_, askers, ms) => {
  const { ask, making, pass } = started();
  const first = Promise.all(Array.from({ length: askers }, () => ask()));
  pass(ms);
  making[0]?.({ value: 1 });
  await first;
  await turn();
  void ask();
  expect(making).toHaveLength(2);
});

it('joins nobody to an answer that began 2 s ago, and does not keep that one', async () => {
  const { ask, making, pass } = started();
  const old = Promise.all([ask(), ask()]);
  pass(2_000);
  const fresh = Promise.all([ask(), ask()]);
  expect(making).toHaveLength(2);
  pass(100);
  making[1]?.({ value: 'fresh' });
  expect(await fresh).toEqual([{ value: 'fresh' }, { value: 'fresh' }]);
  making[0]?.({ value: 'old' });
  expect(await old).toEqual([{ value: 'old' }, { value: 'old' }]);
  await turn();
  expect(await ask()).toEqual({ value: 'fresh' });
});

it('hands a failure to all who wait, and asks anew afterwards', async () => {
  const answers = createAnswers({ costlyMs: 0 });
  let tries = 0;
  const ask = () =>
    answers.of('a', () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('away')) : Promise.resolve({ value: 1 });
    });
  const first = [ask(), ask()];
  for (const each of first) await expect(each).rejects.toThrow('away');
  await turn();
  expect(await ask()).toEqual({ value: 1 });
  expect(tries).toBe(2);
});

it('keeps a bounded size of answers', async () => {
  const { ask, making, pass } = started();
  const large = 'x'.repeat(3_000_000);
  const keep = async (key: string): Promise<void> => {
    const asked = Promise.all([ask(key), ask(key)]);
    pass(50);
    making.at(-1)?.({ large });
    await asked;
    await turn();
  };
  for (const key of ['a', 'b', 'c']) await keep(key);
  void ask('c');
  expect(making).toHaveLength(3);
  void ask('a');
  expect(making).toHaveLength(4);
});

const PROJECT = { projectId: 'p', organisationId: 'o' };

it('goes on for the others when who asked first goes away', async () => {
  const shared = shareAnswer('facts', async (_deps: object, _: object, { signal }) => {
    await turn();
    signal.throwIfAborted();
    return { value: 1 };
  });
  const gone = new AbortController();
  const context = { ...systemContext('test', PROJECT), signal: gone.signal };
  const deps = { answers: createAnswers() };
  const all = Promise.all([shared(deps, {}, context), shared(deps, {}, systemContext('test', PROJECT))]);
  gone.abort();
  expect(await all).toEqual([{ value: 1 }, { value: 1 }]);
});

const QUESTION = {
  chartType: 'MESSAGE_COUNT',
  startDate: '2026-03-01',
  endDate: undefined,
  type: 'BUG,INQUIRY',
  filter: [
    { field: 'createdAt', operator: 'gte', values: ['2026-03-01'] },
    { field: 'createdAt', operator: 'lt', values: ['2026-04-01'] },
  ],
  skip: 0,
};

it('knows a question again in any order of its parameters and values', () => {
  const { chartType, filter, ...rest } = QUESTION;
  const other = { ...rest, type: 'INQUIRY, BUG,BUG', filter: [...filter].reverse(), chartType };
  expect(questionKey('facts', 'p', other)).toBe(questionKey('facts', 'p', QUESTION));
});

it.each([
  ['operation', 'lists', 'p', {}],
  ['project', 'facts', 'q', {}],
  ['chart', 'facts', 'p', { chartType: 'TICKET_REPLIES_COUNT' }],
  ['start', 'facts', 'p', { startDate: '2026-03-02' }],
  ['end', 'facts', 'p', { endDate: '2026-03-31' }],
  ['zone', 'facts', 'p', { timezone: 'Asia/Kolkata' }],
  ['filter', 'facts', 'p', { type: 'BUG' }],
  ['condition', 'facts', 'p', { filter: QUESTION.filter.slice(1) }],
  ['page', 'facts', 'p', { skip: 1 }],
])('tells questions apart by %s', (_, operation, projectId, change) => {
  expect(questionKey(operation, projectId, { ...QUESTION, ...change })).not.toBe(
    questionKey('facts', 'p', QUESTION),
  );
});
