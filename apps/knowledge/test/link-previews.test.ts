import { createOutbound, type Outbound } from '@parley/outbound';
import { systemContext } from '@parley/rpc';
import { createPreviewLink, type PreviewLink } from '../src/previews';
import { startSite, type TestSite } from './support/site';

const page = '<title>Plans</title><meta name="description" content="All prices.">';
let at: TestSite;
let outbound: Outbound;
let preview: (path: string) => Promise<unknown>;

beforeEach(async () => {
  at = await startSite({ '/': page });
  outbound = createOutbound({ allowedNetworks: ['127.0.0.0/8'] });
  const previewLink: PreviewLink = createPreviewLink({ outbound, publicUrl: 'https://parley.example' });
  preview = async (path) =>
    (await previewLink({ url: new URL(path, at.url).href }, systemContext('s2s', {}))).preview;
});
afterEach(async () => {
  await outbound.close();
  await at.close();
});

const plans = { title: 'Plans', description: 'All prices.', site: expect.stringMatching(/^127\.0\.0\.1:/) };

it('reads the head of a page as a robot with a name, once', async () => {
  const found = await Promise.all([preview('/'), preview('/')]);
  expect(found).toEqual([
    { url: `${at.url}/`, ...plans },
    { url: `${at.url}/`, ...plans },
  ]);
  expect(await preview('/')).toMatchObject(plans);
  expect(at.seen).toMatchObject([{ headers: { 'user-agent': 'ParleyBot/1.0 (+https://parley.example)' } }]);
});

it('follows 3 redirects, and reads the first 128 KiB of a page in its charset', async () => {
  for (let n = 1; n <= 4; n += 1)
    at.pages.set(`/r${n}`, { status: 302, headers: { location: n === 1 ? '/' : `/r${n - 1}` } });
  expect(await preview('/r3')).toMatchObject(plans);
  expect(await preview('/r4')).toBeUndefined();
  at.pages.set('/long', `${page}${'<p>x</p>'.repeat(200_000)}`);
  expect(await preview('/long')).toMatchObject(plans);
  at.pages.set('/late', `<!--${'x'.repeat(131_072)}-->${page}`);
  expect(await preview('/late')).toBeUndefined();
  at.pages.set('/latin', {
    type: 'text/html; charset=iso-8859-1',
    body: Buffer.from('<title>Größe</title>', 'latin1'),
  });
  expect(await preview('/latin')).toMatchObject({ title: 'Größe' });
});

it.each([
  ['an error', { status: 500, body: page }],
  ['a redirect to nowhere', { status: 302, headers: { location: 'http://10.0.0.1/' } }],
  ['a picture', { type: 'image/png', body: page }],
  ['a page without a title', { body: '<p>Hello</p>' }],
  ['an answer that breaks off', { breaksOff: true }],
])('there is none of %s, and it is not asked again', async (_what, answer) => {
  at.pages.set('/x', answer);
  expect(await preview('/x')).toBeUndefined();
  expect(await preview('/x')).toBeUndefined();
  expect(at.paths()).toEqual(['/x']);
});

it('gives a page up that has not answered within 5 s', async () => {
  at.pages.set('/held', { isHeld: () => true });
  expect(await preview('/held')).toBeUndefined();
  expect(at.paths()).toEqual(['/held']);
});

it('reads 4 pages at a time', async () => {
  for (let n = 0; n < 12; n += 1) at.pages.set(`/p${n}`, { body: page, delayMs: 50 });
  await Promise.all(Array.from({ length: 12 }, (_, n) => preview(`/p${n}`)));
  expect(at.most()).toBe(4);
});

it('reaches nothing private', async () => {
  const guarded = createOutbound({ allowedNetworks: [] });
  const previewLink = createPreviewLink({ outbound: guarded, publicUrl: 'https://parley.example' });
  expect(await previewLink({ url: at.url }, systemContext('s2s', {}))).toEqual({});
  expect(at.seen).toEqual([]);
  await guarded.close();
});
