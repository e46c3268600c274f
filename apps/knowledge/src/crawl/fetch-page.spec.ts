import { createOutbound, type Outbound } from '@parley/outbound';
import { html, startSite, type TestSite } from '../../test/support/site';
import { type Fetched, fetchPage } from './fetch-page';
import { createGetter, type Getter } from './get';
import { createPace } from './pace';

let outbound: Outbound;
let site: TestSite;
beforeAll(async () => {
  outbound = createOutbound({ allowedNetworks: ['127.0.0.0/8'] });
  site = await startSite();
});
afterAll(async () => {
  await site.close();
  await outbound.close();
});

/** Milliseconds and bytes that each request was given. */
const given: { timeoutMs: number; maxBytes: number }[] = [];
beforeEach(() => given.splice(0));

const fetched = (path: string, hurry?: number): Promise<Fetched> => {
  const deps = { outbound, publicUrl: 'http://127.0.0.1:3000' };
  const getter = createGetter(deps, { pace: createPace(), signal: new AbortController().signal });
  const counting: Getter = {
    ...getter,
    get: (url, options) => {
      given.push(options);
      return getter.get(url, { ...options, timeoutMs: hurry ?? options.timeoutMs });
    },
  };
  const bounds = { origin: site.url, allows: () => true };
  return fetchPage(counting, outbound, `${site.url}${path}`, { bounds });
};

const moves = (count: number): void => {
  for (let n = 0; n < count; n += 1)
    site.pages.set(`/${n}`, { status: 302, headers: { location: `/${n + 1}` } });
  site.pages.set(`/${count}`, html('End', 'Here it is.'));
};

test('a page is given 15 s and 5 MB, which its redirects share', async () => {
  site.pages.set('/slow', { status: 302, headers: { location: '/end' }, delayMs: 30 });
  site.pages.set('/end', html('End', 'Here it is.'));
  expect(await fetched('/slow')).toMatchObject({ kind: 'page', url: `${site.url}/end` });
  expect(given[0]).toMatchObject({ timeoutMs: 15_000, maxBytes: 5 * 1_048_576 });
  expect(given[1]?.timeoutMs).toBeLessThan(14_980);
});

test('5 redirects are followed, 6 are not', async () => {
  moves(5);
  expect(await fetched('/0')).toMatchObject({ kind: 'page', url: `${site.url}/5` });
  moves(6);
  expect(await fetched('/0')).toEqual({ kind: 'failed', reason: 'too_many_redirects' });
});

test('a page that does not come in time has failed: timeout', async () => {
  site.pages.set('/late', { body: 'Late.', delayMs: 60_000 });
  expect(await fetched('/late', 50)).toEqual({ kind: 'failed', reason: 'timeout' });
});

test('a connection that breaks off has failed: unreachable', async () => {
  site.pages.set('/broken', { breaksOff: true });
  expect(await fetched('/broken')).toEqual({ kind: 'failed', reason: 'unreachable' });
});
