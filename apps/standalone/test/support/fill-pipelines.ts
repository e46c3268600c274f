import { type Answer, type Api, ok } from './api';

const poster =
  (api: Api) =>
  async (path: string, body: unknown): Promise<Answer['body']> =>
    ok(await api.call('POST', path, body));

/** Fills a project with a board of contacts, and one of companies. */
export const fillPipelines = async (
  api: Api,
  mark: string,
  contact: string,
  company: string,
): Promise<{ ids: Record<'pipeline' | 'entry' | 'companyBoard', string>; pipelineField: string }> => {
  const post = poster(api);
  const pipelineField = `field-${mark}`;
  const { id: pipeline } = await post('/pipelines', {
    name: `Board${mark}`,
    recordType: 'contacts',
    lanes: [
      { id: 'trial', title: `Trial${mark}` },
      { id: 'won', title: 'Won' },
    ],
    columns: { shown: [`column${mark}`] },
  });
  for (const field of [
    { fieldId: 'note', label: `Note${mark}`, type: 'text', source: 'ENTRY' },
    { fieldId: 'amount', label: 'Amount', type: 'currency', source: 'ENTRY', calculation: 'sum' },
    { fieldId: pipelineField, label: 'Marked', type: 'text', source: 'ENTRY' },
    { fieldId: 'lang', label: 'Language', type: 'text', source: 'RECORD' },
    { fieldId: 'customData.plan', label: 'Plan', type: 'text', source: 'RECORD' },
  ])
    await post(`/pipelines/${pipeline}/properties`, field);
  const { id: entry } = await post(`/pipelines/${pipeline}/entries`, {
    recordId: contact,
    laneId: 'trial',
    values: { note: `note${mark}`, amount: 1 },
    dueDate: '2026-01-31',
  });
  const { id: companyBoard } = await post('/pipelines', {
    name: `Sales${mark}`,
    recordType: 'companies',
    lanes: [
      { id: 'trial', title: 'Trial' },
      { id: 'won', title: 'Won' },
    ],
  });
  const amount = { fieldId: 'amount', label: 'Amount', type: 'currency', source: 'ENTRY', unit: 'EUR' };
  await post(`/pipelines/${companyBoard}/properties`, amount);
  const { id: recordId } = ok(await api.call('GET', `/companies/${company}`));
  await post(`/pipelines/${companyBoard}/entries`, { recordId });
  const ids = { pipeline: pipeline as string, entry: entry as string, companyBoard: companyBoard as string };
  return { ids, pipelineField };
};
