import { eventually } from '@parley/testing';
import { type Answer, ok } from './support/api';
import { type Customer, startWithCustomer } from './support/customer';
import { uploadZip } from './support/upload-zip';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let customer: Customer;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ customer, stop } = await startWithCustomer());
});
afterAll(() => stop());

const get = async (path: string): Promise<Answer['body']> => ok(await customer.team.call('GET', path));

const start = async (body: object): Promise<Answer['body']> =>
  ok(await customer.team.call('POST', '/helpcenter/import?wait=true', body));

const readPage = async (url: string): Promise<{ status: number; url: string; text: string }> => {
  const response = await fetch(url);
  return { status: response.status, url: response.url, text: await response.text() };
};

it('moves a folder in: its pages, pictures and links work, former paths redirect, and the file is deleted', async () => {
  const fileUrl = await uploadZip(customer.team, {
    'docs/start/first.md':
      '---\naliases: [/old/first.html]\n---\n# First steps\n\n![logo](../logo.png) [Then](then.md)',
    'docs/start/then.md': '# Then this',
    'docs/more/x.md': '# More',
    'docs/logo.png': PNG,
  });
  const report = await start({ fileUrl, publish: true });
  expect(report).toMatchObject({ status: 'done', created: 3, images: 1, redirects: 1, problems: [] });
  expect(await get(`/helpcenter/import/${report.id}`)).toEqual(report);
  const { origin } = new URL(fileUrl);
  const page = await readPage(`${origin}/help/${customer.projectId}/old/first.html`);
  expect(page.status).toBe(200);
  expect(page.url).toMatch(/\/en\/articles\/\d+-first-steps$/);
  const [, picture = ''] = /<img[^>]* src="([^"]+)"/.exec(page.text) ?? [];
  expect(new URL(picture, origin).pathname).toMatch(new RegExp(`^/files/${customer.projectId}/`));
  expect((await fetch(new URL(picture, origin))).status).toBe(200);
  const [, link = ''] = /<a[^>]* href="([^"]+)"[^>]*>Then</.exec(page.text) ?? [];
  const next = await readPage(new URL(link, origin).href);
  expect(next.url).toMatch(/\/articles\/\d+-then-this$/);
  expect(next.text).toContain('Then this');
  await eventually(async () => expect((await fetch(fileUrl)).status).toBe(404));
  expect((await fetch(new URL(picture, origin))).status).toBe(200);

  for (const { id } of await get('/helpcenter/collections/all'))
    for (const article of await get(`/helpcenter/collections/${id}/articles`))
      ok(await customer.team.call('DELETE', `/helpcenter/collections/${id}/articles/${article.id}`));
  await eventually(async () => expect((await fetch(new URL(picture, origin))).status).toBe(404));
});

it('moves another help center in from one JSON file', async () => {
  const article = { type: 'article', id: '1', title: 'Refunds', body: '<p>Soon.</p>', state: 'published' };
  const form = new FormData();
  form.append('file', new Blob([JSON.stringify({ data: [article] })]), 'articles.json');
  const { fileUrl } = ok(await customer.team.call('POST', '/uploads', form));
  expect(await start({ fileUrl, dryRun: true })).toMatchObject({ status: 'done', dryRun: true, created: 1 });
  expect(await start({ fileUrl })).toMatchObject({ status: 'done', created: 1, collections: 1 });
});

it('is not for agents, and refuses what is no upload with 400', async () => {
  const { status } = await customer.agent.call('POST', '/helpcenter/import', { fileUrl: 'x' });
  expect(status).toBe(403);
  const refused = await customer.team.call('POST', '/helpcenter/import', { fileUrl: 'x', images: 'some' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});
