import { randomBytes } from 'node:crypto';
import type { FullProject } from '../full-project';
import { missing, type Probes, refused } from './request';

const website = missing('website');
const repository = missing('repository');
const judgement = missing('eval');
const dataset = missing('dataset');
const evalCase = missing('case');
const run = missing('run');

const toSitePath = ({ ids }: FullProject): string => `/knowledge/websites/${ids.website}`;
const toRepositoryPath = ({ ids }: FullProject): string => `/code/repositories/${ids.repository}`;
const toDatasetPath = ({ ids }: FullProject): string => `/agentevals/datasets/${ids.dataset}`;
const toEmptyPath = ({ ids }: FullProject): string => `/agentevals/datasets/${ids.emptyDataset}`;
const toRunPath = ({ ids }: FullProject): string =>
  `${toDatasetPath({ ids } as FullProject)}/runs/${ids.evalRun}`;

const fresh = (): string => randomBytes(6).toString('hex');
const NOBODY = '0'.repeat(24);

/** Websites of the knowledge base. */
const websiteProbes: Record<string, Probes> = {
  'knowledge.list-websites': () => [{ path: '/knowledge/websites' }],
  'knowledge.create-website': (_its, mine) => [
    { path: '/knowledge/websites', body: { url: `${mine.site}/page-${fresh()}`, mode: 'page' } },
  ],
  'knowledge.get-website': (its) => [{ path: toSitePath(its), stranger: website }],
  'knowledge.update-website': (its) => [{ path: toSitePath(its), body: { maxPages: 7 }, stranger: website }],
  'knowledge.delete-website': (its, mine) =>
    its === mine
      ? [{ path: `/knowledge/websites/${NOBODY}`, own: 404 }]
      : [{ path: toSitePath(its), stranger: website }],
  'knowledge.crawl-website': (its) => [{ path: `${toSitePath(its)}/crawl`, body: {}, stranger: website }],
  'knowledge.list-website-pages': (its) => [{ path: `${toSitePath(its)}/pages`, stranger: website }],
};

/** Models, and questions about code. */
const codeProbes: Record<string, Probes> = {
  'ai-models.catalog': () => [{ path: '/ai/models' }],
  'code.ask': (its) => [{ path: '/code/ask', body: { question: `What is Shop${its.mark}?` } }],
  'code.list-repositories': () => [{ path: '/code/repositories' }],
  // Whatever is connected is deleted when it was read: a file of others' tests must stay.
  'code.connect-repository': (its, mine) => [
    its === mine
      ? { path: '/code/repositories', body: { name: 'New', fileUrl: `${its.site}/a.zip` }, own: 400 }
      : {
          path: '/code/repositories',
          body: { name: 'New', fileUrl: its.texts.fileUrl },
          stranger: refused('fileUrl'),
        },
  ],
  'code.get-repository': (its) => [{ path: toRepositoryPath(its), stranger: repository }],
  'code.update-repository': (its) => [
    { path: toRepositoryPath(its), body: { name: `Shop${its.mark}` }, stranger: repository },
  ],
  'code.disconnect-repository': (its, mine) =>
    its === mine
      ? [{ path: `/code/repositories/${NOBODY}`, own: 404 }]
      : [{ path: toRepositoryPath(its), stranger: repository }],
};

/** Judgements, datasets with their cases, and runs. */
const evalProbes: Record<string, Probes> = {
  'agent-evals.list': (its) => [
    { path: '/agentevals' },
    { path: `/agentevals?ticketId=${its.ids.ticket}&verdict=bad` },
  ],
  'agent-evals.create': (its) => [
    {
      path: '/agentevals',
      body: { ticketId: its.ids.ticket, verdict: 'good', description: 'Quick and right.' },
      stranger: missing('ticket'),
    },
  ],
  'agent-evals.get': (its) => [{ path: `/agentevals/${its.ids.judgement}`, stranger: judgement }],
  'agent-evals.delete': (its, mine) =>
    its === mine
      ? [{ path: `/agentevals/${NOBODY}`, own: 404 }]
      : [{ path: `/agentevals/${its.ids.judgement}`, stranger: judgement }],
  'agent-evals.list-datasets': () => [{ path: '/agentevals/datasets' }],
  'agent-evals.create-dataset': () => [{ path: '/agentevals/datasets', body: { name: `New ${fresh()}` } }],
  'agent-evals.get-dataset': (its) => [{ path: toDatasetPath(its), stranger: dataset }],
  'agent-evals.update-dataset': (its) => [
    { path: toDatasetPath(its), body: { name: `Dataset${its.mark}` }, stranger: dataset },
  ],
  'agent-evals.delete-dataset': (its, mine) =>
    its === mine
      ? [{ path: `/agentevals/datasets/${NOBODY}`, own: 404 }]
      : [{ path: toDatasetPath(its), stranger: dataset }],
  'agent-evals.list-cases': (its) => [{ path: `${toDatasetPath(its)}/cases`, stranger: dataset }],
  'agent-evals.create-case': (its, mine) => [
    {
      path: `${toDatasetPath(its)}/cases`,
      body: { question: 'How long?', expectedFacts: ['14 days'] },
      stranger: dataset,
    },
    ...(its === mine
      ? []
      : [
          {
            path: `${toDatasetPath(mine)}/cases`,
            body: { evalId: its.ids.judgement, expectedFacts: ['14 days'] },
            stranger: refused('evalId'),
          },
          {
            path: `${toDatasetPath(mine)}/cases`,
            body: { question: 'How long?', expectedFacts: ['x'], scope: { websites: [its.ids.website] } },
            stranger: refused('scope.websites.0'),
          },
        ]),
  ],
  'agent-evals.update-case': (its, mine) => [
    { path: `${toDatasetPath(its)}/cases/${its.ids.evalCase}`, body: { lang: 'en' }, stranger: dataset },
    ...(its === mine
      ? []
      : [
          {
            path: `${toDatasetPath(mine)}/cases/${its.ids.evalCase}`,
            body: { lang: 'en' },
            stranger: evalCase,
          },
        ]),
  ],
  'agent-evals.delete-case': (its, mine) =>
    its === mine
      ? [{ path: `${toDatasetPath(its)}/cases/${NOBODY}`, own: 404 }]
      : [{ path: `${toDatasetPath(its)}/cases/${its.ids.evalCase}`, stranger: dataset }],
  'agent-evals.list-runs': (its) => [{ path: `${toDatasetPath(its)}/runs`, stranger: dataset }],
  'agent-evals.create-run': (its) => [
    { path: `${toEmptyPath(its)}/runs`, body: {}, stranger: dataset, own: 409 },
  ],
  'agent-evals.get-run': (its, mine) => [
    { path: toRunPath(its), stranger: dataset },
    ...(its === mine ? [] : [{ path: `${toDatasetPath(mine)}/runs/${its.ids.evalRun}`, stranger: run }]),
  ],
  'agent-evals.delete-run': (its, mine) =>
    its === mine
      ? [{ path: `${toDatasetPath(its)}/runs/${NOBODY}`, own: 404 }]
      : [{ path: toRunPath(its), stranger: dataset }],
  'agent-evals.list-run-results': (its) => [{ path: `${toRunPath(its)}/results`, stranger: dataset }],
};

/** Websites, code, models and evaluations. */
export const knowledgePartProbes: Record<string, Probes> = {
  ...websiteProbes,
  ...codeProbes,
  ...evalProbes,
};
