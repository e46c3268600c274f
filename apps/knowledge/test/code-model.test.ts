import { createEndpointAi, createLexicalAi, wordsIn } from '@parley/ai';
import { fileKey, fileUrl } from '@parley/files';
import { CodeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/code_service';
import { EvalDatasetsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_datasets_service';
import { EvalRunsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_runs_service';
import { KnowledgeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { eventually, type ModelServer, startModelServer } from '@parley/testing';
import { Readable } from 'node:stream';
import { packZip } from './support/archives';
import { type SiteProject, silentObserver, startWebsites, type TestWebsites } from './support/websites';

const files = [
  {
    name: 'shop/README.md',
    content: '# Refunds\n\nRefunds are paid within 14 days after the goods have arrived.\n',
  },
  {
    name: 'shop/src/refunds/calc.ts',
    content:
      '// Refunds are added up for each order.\nexport const calculateRefund = (order) => order.total;\nconst password = "hunter2hunter2";\n',
  },
];

describe('questions about code with a model', () => {
  let server: ModelServer;
  let service: TestWebsites;
  let code: Client<typeof CodeServiceDefinition>;
  let knowledge: Client<typeof KnowledgeServiceDefinition>;
  let project: SiteProject;

  beforeAll(async () => {
    server = await startModelServer({ embed: createLexicalAi().embed, wordsIn });
    service = await startWebsites({
      ai: createEndpointAi({ baseUrl: server.url, apiKey: 'the-key', chatModel: 'c', embeddingModel: 'e' }),
    });
    const caller = createLocalCaller(service.module.implementations, silentObserver);
    code = createClient(CodeServiceDefinition, caller);
    knowledge = createClient(KnowledgeServiceDefinition, caller);
    project = service.project();
    const key = fileKey(project.id, 'shop.zip');
    await service.files.put(key, Readable.from([packZip(files)]), { contentType: 'application/zip' });
    const sent = { name: 'Shop', fileUrl: fileUrl('http://127.0.0.1:3000', key) };
    const { repository } = await code.connectRepository(sent, project.as());
    const repositoryId = repository?.id ?? '';
    await eventually(async () =>
      expect((await code.getRepository({ repositoryId }, project.as())).repository?.status).toBe('ready'),
    );
  });
  afterAll(async () => {
    await service.stop();
    await server.close();
  });

  /** What the model says to whatever it is asked. */
  const says = (content: string): void => {
    server.received.length = 0;
    server.interfere((response, { path }) => {
      if (!path.endsWith('/chat/completions')) return false;
      const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'c', choices }));
      return true;
    });
  };
  const prompts = (): string =>
    JSON.stringify(server.received.filter(({ path }) => path.endsWith('/chat/completions')));
  const question = 'Within how many days are refunds paid for an order?';
  const REVEALING = [
    'Refunds are paid within 14 days [1].',
    'It is done by calculateRefund [1].',
    'Refunds are paid in src/refunds/calc.ts [1].',
    'Refunds are `order.total` [1].',
  ].join(' ');

  it('show the model parts of the source, without its secrets', async () => {
    says('Refunds are paid within 14 days [1].');
    await code.askCode({ question }, project.as());
    expect(prompts()).toContain('calculateRefund');
    expect(prompts()).not.toContain('hunter2');
  });

  it('answer in prose, whatever the model says', async () => {
    says(REVEALING);
    const { answer } = await code.askCode({ question }, project.as());
    expect(answer).toContain('14 days');
    expect(answer).not.toMatch(/calculateRefund|calc\.ts|order\.total|`/);
  });

  it('are answered the same way where all knowledge is asked', async () => {
    says(REVEALING);
    const { answer, sources } = await knowledge.answerFromKnowledge({ question }, project.as());
    expect(sources).toMatchObject([{ sourceType: 'code' }]);
    expect(answer).toContain('14 days');
    expect(answer).not.toMatch(/calculateRefund|calc\.ts|order\.total|`/);
  });

  it('fail with the model: 503', async () => {
    server.interfere((response, { path }) => {
      if (path.endsWith('/chat/completions')) response.writeHead(400).end('{}');
      return path.endsWith('/chat/completions');
    });
    await expect(code.askCode({ question }, project.as())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  describe('in an evaluation', () => {
    let datasets: Client<typeof EvalDatasetsServiceDefinition>;
    let runs: Client<typeof EvalRunsServiceDefinition>;
    beforeAll(() => {
      const caller = createLocalCaller(service.module.implementations, silentObserver);
      datasets = createClient(EvalDatasetsServiceDefinition, caller);
      runs = createClient(EvalRunsServiceDefinition, caller);
    });
    const begin = async (name: string, cases: number): Promise<{ datasetId: string; runId: string }> => {
      const { dataset } = await datasets.createDataset({ name }, project.as());
      const datasetId = dataset?.id ?? '';
      for (let n = 0; n < cases; n += 1)
        await datasets.createCase(
          { datasetId, case: { question, expectedFacts: ['14 days'] } },
          project.as(),
        );
      const { run } = await runs.createRun({ datasetId }, project.as());
      return { datasetId, runId: run?.id ?? '' };
    };
    const asked = () => server.received.filter(({ path }) => path.endsWith('/chat/completions')).length;

    it('fail their cases and say why: a run of which none could be asked has failed', async () => {
      server.interfere((response, { path }) => {
        if (path.endsWith('/chat/completions')) response.writeHead(400).end('{}');
        return path.endsWith('/chat/completions');
      });
      const key = await begin('Away', 2);
      await eventually(async () =>
        expect((await runs.getRun(key, project.as())).run).toMatchObject({
          status: 'failed',
          completed: 2,
          scores: { passed: 0, failed: 2 },
        }),
      );
      const { results } = await runs.listRunResults({ ...key, limit: 50 }, project.as());
      expect(results.map(({ passed, error }) => [passed, error])).toEqual([
        [false, 'unavailable'],
        [false, 'unavailable'],
      ]);
    });

    it('are asked two at a time, and no more when the run is deleted', async () => {
      server.received.length = 0;
      let left = 0;
      // The model answers nothing, so that what is asked stays asked until the run gives it up.
      server.interfere((response, { path }) => {
        if (!path.endsWith('/chat/completions')) return false;
        response.on('close', () => (left += 1));
        return true;
      });
      const key = await begin('Deleted', 6);
      await eventually(() => expect(asked()).toBe(2));
      await runs.deleteRun(key, project.as());
      await expect(runs.getRun(key, project.as())).rejects.toMatchObject({ reason: 'RUN_NOT_FOUND' });
      await eventually(() => expect(left).toBe(2));
      says('Refunds are paid within 14 days [1].');
      const next = await begin('Next', 1);
      await eventually(async () => expect((await runs.getRun(next, project.as())).run?.status).toBe('done'));
      expect(asked()).toBe(1);
    });
  });
});
