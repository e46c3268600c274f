import { notFound } from '@parley/errors';
import { noteGone } from '@parley/events';
import { newId } from '@parley/persistence';
import { AgentEvalsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_evals_service';
import { ContentServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/content_service';
import type { EvalCase, EvalRun } from '@parley/proto/generated/parley/knowledge/v1/eval_dataset';
import { EvalDatasetsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_datasets_service';
import { EvalRunsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_runs_service';
import { TicketExchangeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_exchange_service';
import { type Client, createClient, createLocalCaller, implement } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { onContactDeleted, onTicketDeleted } from '../src/evals/on-judged-gone';
import { whileDeadly } from './support/deadly';
import { type SiteProject, silentObserver, startWebsites, type TestWebsites } from './support/websites';

const TICKET = '66b000000000000000000001';
const SESSION = '66b000000000000000000002';

let service: TestWebsites;
let evals: Client<typeof AgentEvalsServiceDefinition>;
let datasets: Client<typeof EvalDatasetsServiceDefinition>;
let runs: Client<typeof EvalRunsServiceDefinition>;
let content: Client<typeof ContentServiceDefinition>;
let project: SiteProject;

beforeAll(async () => {
  const tickets = implement(TicketExchangeServiceDefinition, {
    getTicketExchange: ({ ticketId }) => {
      if (ticketId !== TICKET) throw notFound('ticket');
      return Promise.resolve({
        sessionId: SESSION,
        question: 'How long do refunds take?',
        answer: '30 days.',
      });
    },
  });
  service = await startWebsites({ tickets: [tickets] });
  const caller = createLocalCaller(service.module.implementations, silentObserver);
  evals = createClient(AgentEvalsServiceDefinition, caller);
  datasets = createClient(EvalDatasetsServiceDefinition, caller);
  runs = createClient(EvalRunsServiceDefinition, caller);
  content = createClient(ContentServiceDefinition, caller);
});
beforeEach(() => {
  project = service.project();
});
afterAll(() => service.stop());

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('It is missing');
  return value;
};

const judge = async (verdict = 'bad'): Promise<string> =>
  required(
    (await evals.createEval({ ticketId: TICKET, verdict, description: 'Too long.' }, project.as('agent')))
      .eval,
  ).id;

const dataset = async (name = 'Refunds'): Promise<string> =>
  required((await datasets.createDataset({ name }, project.as())).dataset).id;

const addCase = async (datasetId: string, its: Record<string, unknown>): Promise<EvalCase> =>
  required(
    (
      await datasets.createCase(
        { datasetId, case: { question: 'How long do refunds take?', ...its } } as never,
        project.as(),
      )
    ).case,
  );

const run = async (datasetId: string): Promise<EvalRun> => {
  const started = required((await runs.createRun({ datasetId }, project.as())).run);
  let current = started;
  await eventually(async () => {
    current = required((await runs.getRun({ datasetId, runId: started.id }, project.as())).run);
    expect(current.status).toMatch(/done|failed/);
  });
  return current;
};

const push = async (contentId: string, text: string): Promise<void> => {
  await content.createContent(
    { content: { contentId, type: 'faq', title: 'Refunds', content: text } } as never,
    project.as(),
  );
  await eventually(async () => {
    const { content: entry } = await content.getContent({ contentId }, project.as());
    expect(entry?.status).toBe('indexed');
  });
};

describe('judgements', () => {
  test('copy question and answer of the ticket at that moment', async () => {
    const id = await judge();
    const { eval: judged } = await evals.getEval({ evalId: id }, project.as('agent'));
    expect(judged).toMatchObject({
      ticketId: TICKET,
      verdict: 'bad',
      description: 'Too long.',
      question: 'How long do refunds take?',
      answer: '30 days.',
      createdBy: '0123456789abcdef00000001',
    });
  });

  test('an unknown ticket is 404 ticket_not_found, a blank description 400', async () => {
    const sent = { ticketId: newId(), verdict: 'good', description: 'x' };
    await expect(evals.createEval(sent, project.as())).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
    await expect(
      evals.createEval({ ...sent, ticketId: TICKET, description: ' ' }, project.as()),
    ).rejects.toMatchObject({
      fields: [{ field: 'description' }],
    });
  });

  test('are listed newest first, by verdict and ticket; deleting answers it, again 404', async () => {
    const [first, second] = [await judge('good'), await judge('bad')];
    const list = async (field?: string, value = ''): Promise<string[]> => {
      const filter = field === undefined ? [] : [{ field, operator: 'eq', values: [value] }];
      return (await evals.listEvals({ filter, limit: 50 } as never, project.as('agent'))).evals.map(
        ({ id }) => id,
      );
    };
    expect(await list()).toEqual([second, first]);
    expect(await list('verdict', 'good')).toEqual([first]);
    expect(await list('ticketId', newId())).toEqual([]);
    expect((await evals.deleteEval({ evalId: first }, project.as())).eval?.id).toBe(first);
    await expect(evals.deleteEval({ evalId: first }, project.as())).rejects.toMatchObject({
      reason: 'EVAL_NOT_FOUND',
    });
  });

  test('go when their ticket or its contact is deleted, also when that is told twice', async () => {
    for (const [forget, aggregateId] of [
      [onTicketDeleted, TICKET],
      [onContactDeleted, SESSION],
    ] as const) {
      project = service.project();
      const id = await judge();
      const event = { projectId: project.id, aggregateId } as never;
      for (let times = 0; times < 2; times += 1)
        await service.db.transaction(async (tx) => {
          await noteGone(tx, [{ projectId: project.id, id: aggregateId }], { at: new Date() });
          await forget(event, tx);
        });
      await expect(evals.getEval({ evalId: id }, project.as())).rejects.toMatchObject({
        reason: 'EVAL_NOT_FOUND',
      });
      // The ticket was read before it was deleted.
      await expect(judge()).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
    }
  });
});

describe('datasets and cases', () => {
  test('a name twice is 409 dataset_name_taken; names and descriptions change, null clears', async () => {
    const id = await dataset();
    await expect(dataset()).rejects.toMatchObject({ reason: 'DATASET_NAME_TAKEN' });
    const update = (changes: object) =>
      datasets.updateDataset({ datasetId: id, nulls: [], ...changes } as never, project.as());
    expect((await update({ name: 'Returns', description: 'About returns' })).dataset).toMatchObject({
      name: 'Returns',
      description: 'About returns',
    });
    expect((await update({ nulls: ['description'] })).dataset?.description).toBeUndefined();
    await expect(update({ nulls: ['name'] })).rejects.toMatchObject({ fields: [{ field: 'name' }] });
  });

  test('a case that cannot fail is 400, also after a change', async () => {
    const id = await dataset();
    await expect(addCase(id, {})).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
    const its = await addCase(id, { expectedFacts: ['14 days'] });
    const update = (changes: object, nulls: string[] = []) =>
      datasets.updateCase({ datasetId: id, caseId: its.id, case: changes, nulls } as never, project.as());
    await expect(update({}, ['expectedFacts'])).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
    for (const [list, field] of [
      [['x'.repeat(301)], 'expectedFacts.0'],
      [[' '], 'expectedFacts.0'],
      [Array.from({ length: 21 }, (_, n) => `fact ${n}`), 'expectedFacts'],
    ] as const)
      await expect(update({ expectedFacts: list })).rejects.toMatchObject({ fields: [{ field }] });
    const sources = Array.from({ length: 21 }, (_, n) => `source-${n}`);
    await expect(update({ expectedSources: sources })).rejects.toMatchObject({
      fields: [{ field: 'expectedSources' }],
    });
    expect((await update({ expectAnswer: false }, ['expectedFacts'])).case).toMatchObject({
      expectAnswer: false,
      expectedFacts: [],
    });
  });

  test('an unknown key of scope, an unknown website and judgement are 400 naming them', async () => {
    const id = await dataset();
    const facts = { expectedFacts: ['x'] };
    const field = (name: string): object => ({ fields: [{ field: name }] });
    await expect(addCase(id, { ...facts, scope: { tag: ['a'] } })).rejects.toMatchObject(field('scope.tag'));
    await expect(addCase(id, { ...facts, scope: { websites: [newId()] } })).rejects.toMatchObject(
      field('scope.websites.0'),
    );
    await expect(addCase(id, { ...facts, evalId: newId() })).rejects.toMatchObject(field('evalId'));
    await expect(addCase(id, { ...facts, lang: '??' })).rejects.toMatchObject(field('lang'));
  });

  test('a judgement fills the question', async () => {
    const id = await dataset();
    const evalId = await judge();
    expect(await addCase(id, { question: undefined, evalId, expectedFacts: ['14 days'] })).toMatchObject({
      question: 'How long do refunds take?',
      evalId,
    });
  });

  test('cases are listed oldest first, counted, and deleted with their dataset', async () => {
    const id = await dataset();
    const [a, b] = [await addCase(id, { expectedFacts: ['a'] }), await addCase(id, { expectedFacts: ['b'] })];
    const { cases } = await datasets.listCases({ datasetId: id, limit: 50 }, project.as('agent'));
    expect(cases.map((one) => one.id)).toEqual([a.id, b.id]);
    await datasets.deleteCase({ datasetId: id, caseId: a.id }, project.as());
    expect((await datasets.getDataset({ datasetId: id }, project.as())).dataset?.caseCount).toBe(1);
    await datasets.deleteDataset({ datasetId: id }, project.as());
    await expect(datasets.listCases({ datasetId: id, limit: 50 }, project.as())).rejects.toMatchObject({
      reason: 'DATASET_NOT_FOUND',
    });
  });

  test('a dataset with 1,000 cases is 409 dataset_full', async () => {
    const id = await dataset();
    await service.db.query('UPDATE eval_dataset SET case_count = 1000 WHERE id = $1', [id]);
    await expect(addCase(id, { expectedFacts: ['x'] })).rejects.toMatchObject({ reason: 'DATASET_FULL' });
  });
});

describe('runs', () => {
  test('ask each case once, score it, and compare with the run before', async () => {
    await push('refunds', 'Refunds take 14 days after the goods have arrived.');
    const id = await dataset();
    const good = await addCase(id, {
      expectedFacts: ['14 days'],
      expectedSources: ['refunds'],
      forbiddenFacts: ['30 days'],
    });
    const bad = await addCase(id, { expectedFacts: ['30 days'] });
    const silent = await addCase(id, { question: 'How do penguins breed?', expectAnswer: false });
    const first = await run(id);
    expect(first).toMatchObject({
      status: 'done',
      total: 3,
      completed: 3,
      mode: 'extractive',
      scores: {
        passed: 2,
        failed: 1,
        passRate: 0.6667,
        factRecall: 0.5,
        sourceRecall: 1,
        mrr: 1,
        abstentionRate: 1,
        forbiddenHits: 0,
      },
      regressions: [],
      improvements: [],
    });
    expect(first.embeddingModel).toBeTruthy();
    const results = async (request: object = {}): Promise<{ caseId: string; passed: boolean }[]> =>
      (
        await runs.listRunResults(
          { datasetId: id, runId: first.id, limit: 50, ...request },
          project.as('agent'),
        )
      ).results;
    expect((await results()).map(({ caseId }) => caseId)).toEqual([good.id, bad.id, silent.id]);
    expect((await results({ passed: false })).map(({ caseId }) => caseId)).toEqual([bad.id]);
    expect((await results({ skip: 1, limit: 1 })).map(({ caseId }) => caseId)).toEqual([bad.id]);
    expect((await results())[0]).toMatchObject({
      question: good.question,
      answer: expect.stringContaining('14 days'),
      grounded: true,
      sources: [{ sourceId: 'refunds', sourceType: 'faq', title: 'Refunds' }],
      passed: true,
      factsFound: ['14 days'],
      factsMissing: [],
      forbiddenFound: [],
      sourcesFound: ['refunds'],
      sourcesMissing: [],
      rank: 1,
      latencyMs: expect.any(Number),
    });
    await push('refunds', 'Refunds take 30 days after the goods have arrived.');
    const second = await run(id);
    expect(second).toMatchObject({ previousRun: first.id, regressions: [good.id], improvements: [bad.id] });
    expect((await datasets.getDataset({ datasetId: id }, project.as())).dataset?.lastRun).toMatchObject({
      id: second.id,
      status: 'done',
    });
    const { runs: listed } = await runs.listRuns({ datasetId: id, limit: 50 }, project.as('agent'));
    expect(listed.map((one) => one.id)).toEqual([second.id, first.id]);
    const other = await dataset('Newer');
    const sets = (await datasets.listDatasets({ limit: 50 }, project.as('agent'))).datasets;
    expect(sets.map((one) => one.id)).toEqual([other, id]);
    await datasets.deleteDataset({ datasetId: id }, project.as());
    const kept =
      'SELECT id FROM eval_run WHERE id = $1 UNION ALL SELECT run_id FROM eval_result WHERE run_id = $1';
    expect(await service.db.query(kept, [first.id])).toEqual([]);
  });

  test('409 dataset_empty without cases, run_in_progress beside another', async () => {
    const id = await dataset();
    await expect(runs.createRun({ datasetId: id }, project.as())).rejects.toMatchObject({
      reason: 'DATASET_EMPTY',
    });
    // So many that the first run is not over before the last one is asked for.
    for (let number = 0; number < 15; number += 1) await addCase(id, { expectedFacts: [`x${number}`] });
    const settled = await Promise.allSettled(
      Array.from({ length: 5 }, () => runs.createRun({ datasetId: id }, project.as())),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ reason: 'RUN_IN_PROGRESS' });
  });

  test('a run with which three processes died ends by what was asked, and another one may begin', async () => {
    const id = await dataset();
    await addCase(id, { expectedFacts: ['x'] });
    const ended = await whileDeadly(service.db, 'evaluation', () => run(id));
    expect(ended).toMatchObject({ status: 'failed', total: 1, completed: 0 });
    expect(await run(id)).toMatchObject({ status: 'done', completed: 1 });
  });

  test('a run keeps the cases as they were when it began, and goes when it is deleted', async () => {
    const id = await dataset();
    const its = await addCase(id, { expectedFacts: ['x'] });
    const done = await run(id);
    await datasets.deleteCase({ datasetId: id, caseId: its.id }, project.as());
    const request = { datasetId: id, runId: done.id };
    const { results } = await runs.listRunResults({ ...request, limit: 50 }, project.as());
    expect(results.map(({ caseId }) => caseId)).toEqual([its.id]);
    await runs.deleteRun(request, project.as());
    await expect(runs.getRun(request, project.as())).rejects.toMatchObject({ reason: 'RUN_NOT_FOUND' });
  });
});

test('another project sees nothing of it', async () => {
  const evalId = await judge();
  const datasetId = await dataset();
  const its = await addCase(datasetId, { expectedFacts: ['x'] });
  const { id: runId } = await run(datasetId);
  const context = service.project().as('admin');
  expect((await evals.listEvals({ filter: [], limit: 50 } as never, context)).evals).toEqual([]);
  expect((await datasets.listDatasets({ limit: 50 }, context)).datasets).toEqual([]);
  await expect(evals.getEval({ evalId }, context)).rejects.toMatchObject({ reason: 'EVAL_NOT_FOUND' });
  await expect(evals.deleteEval({ evalId }, context)).rejects.toMatchObject({ reason: 'EVAL_NOT_FOUND' });
  for (const sent of [
    () => datasets.getDataset({ datasetId }, context),
    () => datasets.updateDataset({ datasetId, name: 'Theirs', nulls: [] }, context),
    () => datasets.deleteDataset({ datasetId }, context),
    () => datasets.listCases({ datasetId, limit: 50 }, context),
    () => datasets.createCase({ datasetId, case: { question: 'x', expectedFacts: ['x'] } } as never, context),
    () => datasets.updateCase({ datasetId, caseId: its.id, case: {}, nulls: [] } as never, context),
    () => datasets.deleteCase({ datasetId, caseId: its.id }, context),
    () => runs.createRun({ datasetId }, context),
    () => runs.listRuns({ datasetId, limit: 50 }, context),
    () => runs.getRun({ datasetId, runId }, context),
    () => runs.deleteRun({ datasetId, runId }, context),
    () => runs.listRunResults({ datasetId, runId, limit: 50 }, context),
  ])
    await expect(sent()).rejects.toMatchObject({ reason: 'DATASET_NOT_FOUND' });
  const theirs = { question: 'x', expectedFacts: ['x'], evalId };
  const other = service.project();
  const { dataset: own } = await datasets.createDataset({ name: 'Own' }, other.as());
  await expect(
    datasets.createCase({ datasetId: required(own).id, case: theirs } as never, other.as()),
  ).rejects.toMatchObject({ fields: [{ field: 'evalId' }] });
});
