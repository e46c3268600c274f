import { startTestGateway, type TestGateway } from './support/gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const get = (path: string, accept: string): Promise<Response> =>
  fetch(`${gateway.url}${path}`, { headers: { accept } });

describe('the page at the root', () => {
  it('leads a browser to the reference and tells the state of each part', async () => {
    const response = await get('/', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await response.text();
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    for (const link of ['/docs/', '/api-docs.json', '/readyz', '/v3'])
      expect(html).toContain(`href="${link}"`);
    // Without a demo nothing leads there.
    expect(html).not.toContain('demo');
    expect(html).toContain('All is well');
    const { checks } = (await (await get('/readyz', '*/*')).json()) as { checks: Record<string, string> };
    expect(Object.keys(checks)).toContain('database');
    for (const [name, state] of Object.entries(checks)) {
      expect(html).toContain(`<th scope="row">${name}</th><td class="${state}">${state}</td>`);
    }
    expect((await get('/start.css', '*/*')).status).toBe(200);
  });

  it.each(['*/*', 'application/json'])('is the problem of any unknown path for %s', async (accept) => {
    const response = await get('/', accept);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'route_not_found' });
  });
});

describe('an unknown path', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it.each(['/nothing', '/demo', '/files/nothing', '/%zz'])(
    '%s is a page in a browser, which leads to the start page',
    async (path) => {
      const response = await get(path, BROWSER);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('vary')).toContain('Accept');
      const html = await response.text();
      expect(html).toContain('<h1>There is no such page.</h1>');
      expect(html).toContain('<a href="/">');
    },
  );

  it.each(['*/*', 'application/json', 'application/json, text/html', 'image/webp,*/*'])(
    'is a problem document for %s',
    async (accept) => {
      const response = await get('/nothing', accept);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(await response.json()).toMatchObject({ code: 'route_not_found' });
    },
  );

  it('of the API is a problem document in a browser too', async () => {
    const response = await get('/v3/nothing', BROWSER);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'route_not_found' });
  });
});

describe('the base address of the API', () => {
  it.each(['/v3', '/v3/'])('%s answers name and version without a token', async (path) => {
    const response = await get(path, '*/*');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ name: 'Parley', version: '14.0.0' });
  });

  it('takes no other method', async () => {
    const response = await fetch(`${gateway.url}/v3`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});
