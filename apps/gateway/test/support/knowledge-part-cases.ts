import type { RowCase } from './row-case';

const WEBSITE = '0000000000000000000000e1';
const REPOSITORY = '0000000000000000000000e2';
const EVAL = '0000000000000000000000e3';
const DATASET = '0000000000000000000000e4';
const CASE = '0000000000000000000000e5';
const RUN = '0000000000000000000000e6';
const TICKET = '0000000000000000000000e7';

const website = { id: WEBSITE, url: 'https://docs.example.com/', mode: 'site', tags: [], isInternal: false };
const page = { id: WEBSITE, url: 'https://docs.example.com/a', title: 'A', status: 'indexed' };
const repository = { id: REPOSITORY, name: 'Shop', status: 'ready', files: 3, skipped: 0 };
const judgement = { id: EVAL, ticketId: TICKET, verdict: 'bad', question: 'How long?' };
const dataset = { id: DATASET, name: 'Refunds', caseCount: 1 };
const evalCase = { id: CASE, dataset: DATASET, question: 'How long?', expectAnswer: true };
const run = { id: RUN, dataset: DATASET, status: 'done', total: 1, completed: 1 };
const result = { caseId: CASE, question: 'How long?', grounded: true, passed: true, rank: 1 };

interface Given {
  body?: Record<string, unknown>;
  received?: Record<string, unknown>;
  /** Field of the response that is the document; without it the whole response. */
  out?: string;
  document: unknown;
}

/** A case whose document is a field of the response, or all of it. */
const rowCase = (
  row: string,
  binding: string,
  rpc: string,
  { body, received = {}, out, document }: Given,
): RowCase => {
  const [method = '', path = ''] = binding.split(' ');
  const response = out === undefined ? document : { [out]: document };
  return {
    row,
    method,
    path,
    ...(body && { request: { body } }),
    rpc,
    received,
    response: response as Record<string, unknown>,
    document,
  };
};

const ofWebsite = { received: { websiteId: WEBSITE }, out: 'website', document: website };

const websiteCases = [
  rowCase('knowledge.list-websites', 'GET /knowledge/websites', 'listWebsites', {
    out: 'websites',
    document: [website],
  }),
  rowCase('knowledge.create-website', 'POST /knowledge/websites', 'createWebsite', {
    body: { url: 'https://docs.example.com/', includePaths: ['/a/**'], maxPages: 5, status: 'forged' },
    received: { website: { url: 'https://docs.example.com/', includePaths: ['/a/**'], maxPages: 5 } },
    out: 'website',
    document: website,
  }),
  rowCase('knowledge.get-website', `GET /knowledge/websites/${WEBSITE}`, 'getWebsite', ofWebsite),
  rowCase('knowledge.update-website', `PUT /knowledge/websites/${WEBSITE}`, 'updateWebsite', {
    body: { tags: [], lang: null, schedule: 'daily' },
    received: { websiteId: WEBSITE, website: { tags: [], schedule: 'daily' }, nulls: ['lang'] },
    out: 'website',
    document: website,
  }),
  rowCase('knowledge.delete-website', `DELETE /knowledge/websites/${WEBSITE}`, 'deleteWebsite', ofWebsite),
  rowCase('knowledge.crawl-website', `POST /knowledge/websites/${WEBSITE}/crawl`, 'crawlWebsite', {
    ...ofWebsite,
    body: {},
  }),
  rowCase(
    'knowledge.list-website-pages',
    `GET /knowledge/websites/${WEBSITE}/pages?status=failed&limit=9999&skip=1`,
    'listWebsitePages',
    {
      received: { websiteId: WEBSITE, status: 'failed', limit: 200, skip: 1 },
      out: 'pages',
      document: [page],
    },
  ),
];

const ofRepository = { received: { repositoryId: REPOSITORY }, out: 'repository', document: repository };

const codeCases = [
  rowCase('ai-models.catalog', 'GET /ai/models', 'getModelCatalogue', {
    document: {
      models: [{ id: 'a', displayName: 'A', provider: 'local', supportedEfforts: [] }],
      pickers: { agent: [{ value: 'a', label: 'A' }], codeCloud: [], codeRuntime: [], transcription: [] },
      runtimeDefaults: { agent: 'a', codeCloud: 'a', codeRuntime: 'a', transcription: 'a' },
    },
  }),
  rowCase('code.ask', 'POST /code/ask', 'askCode', {
    body: { question: 'When?' },
    received: { question: 'When?' },
    document: { answer: 'Within 14 days.' },
  }),
  rowCase('code.list-repositories', 'GET /code/repositories', 'listRepositories', {
    out: 'repositories',
    document: [repository],
  }),
  rowCase('code.connect-repository', 'POST /code/repositories', 'connectRepository', {
    body: { name: 'Shop', fileUrl: 'https://x.example/files/a' },
    received: { name: 'Shop', fileUrl: 'https://x.example/files/a' },
    out: 'repository',
    document: repository,
  }),
  rowCase('code.get-repository', `GET /code/repositories/${REPOSITORY}`, 'getRepository', ofRepository),
  rowCase('code.update-repository', `PUT /code/repositories/${REPOSITORY}`, 'updateRepository', {
    ...ofRepository,
    body: { name: 'Store' },
    received: { repositoryId: REPOSITORY, name: 'Store' },
  }),
  rowCase(
    'code.disconnect-repository',
    `DELETE /code/repositories/${REPOSITORY}`,
    'disconnectRepository',
    ofRepository,
  ),
];

const ofEval = { received: { evalId: EVAL }, out: 'eval', document: judgement };
const ofDataset = { received: { datasetId: DATASET }, out: 'dataset', document: dataset };
const ofCase = { received: { datasetId: DATASET, caseId: CASE }, out: 'case', document: evalCase };
const ofRun = { received: { datasetId: DATASET, runId: RUN }, out: 'run', document: run };
const sets = '/agentevals/datasets';
const at = `${sets}/${DATASET}`;

const evalCases = [
  rowCase('agent-evals.list', 'GET /agentevals?verdict=bad&limit=9999', 'listEvals', {
    received: { limit: 200, filter: [{ field: 'verdict', operator: 'eq', values: ['bad'] }] },
    out: 'evals',
    document: [judgement],
  }),
  rowCase('agent-evals.create', 'POST /agentevals', 'createEval', {
    body: { ticketId: TICKET, verdict: 'bad', description: 'Wrong.', answer: 'forged' },
    received: { ticketId: TICKET, verdict: 'bad', description: 'Wrong.' },
    out: 'eval',
    document: judgement,
  }),
  rowCase('agent-evals.get', `GET /agentevals/${EVAL}`, 'getEval', ofEval),
  rowCase('agent-evals.delete', `DELETE /agentevals/${EVAL}`, 'deleteEval', ofEval),
  rowCase('agent-evals.list-datasets', `GET ${sets}?skip=2`, 'listDatasets', {
    received: { skip: 2, limit: 50 },
    out: 'datasets',
    document: [dataset],
  }),
  rowCase('agent-evals.create-dataset', `POST ${sets}`, 'createDataset', {
    body: { name: 'Refunds' },
    received: { name: 'Refunds' },
    out: 'dataset',
    document: dataset,
  }),
  rowCase('agent-evals.get-dataset', `GET ${at}`, 'getDataset', ofDataset),
  rowCase('agent-evals.update-dataset', `PUT ${at}`, 'updateDataset', {
    ...ofDataset,
    body: { name: 'Returns', description: null },
    received: { datasetId: DATASET, name: 'Returns', nulls: ['description'] },
  }),
  rowCase('agent-evals.delete-dataset', `DELETE ${at}`, 'deleteDataset', ofDataset),
  rowCase('agent-evals.list-cases', `GET ${at}/cases`, 'listCases', {
    received: { datasetId: DATASET, limit: 50 },
    out: 'cases',
    document: [evalCase],
  }),
  rowCase('agent-evals.create-case', `POST ${at}/cases`, 'createCase', {
    body: { question: 'How long?', expectedFacts: ['14 days'], scope: { tags: ['a'] } },
    received: {
      datasetId: DATASET,
      case: { question: 'How long?', expectedFacts: ['14 days'], scope: { tags: ['a'] } },
    },
    out: 'case',
    document: evalCase,
  }),
  rowCase('agent-evals.update-case', `PUT ${at}/cases/${CASE}`, 'updateCase', {
    ...ofCase,
    body: { expectAnswer: false, expectedFacts: null },
    received: { datasetId: DATASET, caseId: CASE, case: { expectAnswer: false }, nulls: ['expectedFacts'] },
  }),
  rowCase('agent-evals.delete-case', `DELETE ${at}/cases/${CASE}`, 'deleteCase', ofCase),
  rowCase('agent-evals.list-runs', `GET ${at}/runs`, 'listRuns', {
    received: { datasetId: DATASET, limit: 50 },
    out: 'runs',
    document: [run],
  }),
  rowCase('agent-evals.create-run', `POST ${at}/runs`, 'createRun', {
    body: { name: 'Nightly' },
    received: { datasetId: DATASET, name: 'Nightly' },
    out: 'run',
    document: run,
  }),
  rowCase('agent-evals.get-run', `GET ${at}/runs/${RUN}`, 'getRun', ofRun),
  rowCase('agent-evals.delete-run', `DELETE ${at}/runs/${RUN}`, 'deleteRun', ofRun),
  rowCase('agent-evals.list-run-results', `GET ${at}/runs/${RUN}/results?passed=true`, 'listRunResults', {
    received: { datasetId: DATASET, runId: RUN, passed: true, limit: 50 },
    out: 'results',
    document: [result],
  }),
];

/** Cases of websites, code, models and evaluations. */
export const knowledgePartCases: RowCase[] = [...websiteCases, ...codeCases, ...evalCases];
