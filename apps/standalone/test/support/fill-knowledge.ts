import { eventually } from '@parley/testing';
import { type Api, ok } from './api';

/** Things of the knowledge base that have ids. */
export type KnowledgeId =
  'website' | 'repository' | 'judgement' | 'dataset' | 'emptyDataset' | 'evalCase' | 'evalRun';

/** Uploads a file that is no archive, though it may be connected as one. */
export const uploadArchive = async (api: Api, text: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([text]), 'shop.txt');
  return ok(await api.call('POST', '/uploads', form)).fileUrl as string;
};

/** Fills a project with an entry, a website, a repository, a judgement and a dataset that ran. */
export const fillKnowledge = async (
  admin: Api,
  mark: string,
  { site, ticket }: { site: string; ticket: string },
): Promise<{ ids: Record<KnowledgeId, string>; contentId: string }> => {
  const post = async (path: string, body: unknown) => ok(await admin.call('POST', path, body));
  const contentId = `content-${mark}`;
  await post('/aicontent', {
    contentId,
    title: `Knowledge${mark}`,
    content: `Refunds${mark} take 14 days.`,
    type: 'faq',
    batchId: `batch-${mark}`,
    tags: [`tag-${mark}`],
  });
  const website = await post('/knowledge/websites', { url: `${site}/docs-${mark}`, mode: 'page' });
  const fileUrl = await uploadArchive(admin, `code${mark}`);
  const repository = await post('/code/repositories', { name: `Shop${mark}`, fileUrl });
  const judgement = await post('/agentevals', {
    ticketId: ticket,
    verdict: 'bad',
    description: `Rubric${mark}`,
  });
  const dataset = await post('/agentevals/datasets', { name: `Dataset${mark}` });
  const emptyDataset = await post('/agentevals/datasets', { name: `Empty${mark}` });
  const evalCase = await post(`/agentevals/datasets/${dataset.id}/cases`, {
    question: `Case${mark}?`,
    expectedFacts: [`fact${mark}`],
  });
  const run = await post(`/agentevals/datasets/${dataset.id}/runs`, { name: `Run${mark}` });
  await eventually(async () => {
    const { status } = ok(await admin.call('GET', `/agentevals/datasets/${dataset.id}/runs/${run.id}`));
    expect(status).toBe('done');
    expect(ok(await admin.call('GET', `/knowledge/websites/${website.id}`)).status).toBe('failed');
    expect(ok(await admin.call('GET', `/code/repositories/${repository.id}`)).status).toBe('failed');
  });
  return {
    contentId,
    ids: {
      website: website.id,
      repository: repository.id,
      judgement: judgement.id,
      dataset: dataset.id,
      emptyDataset: emptyDataset.id,
      evalCase: evalCase.id,
      evalRun: run.id,
    },
  };
};
