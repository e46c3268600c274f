import { startTestGateway, type TestGateway } from './support/gateway';
import { OTHER_PROJECT, PROJECT, TICKET, UNKNOWN_ID } from './support/identities';
import { ANSWERED, openRaw, readStatus } from './support/raw-http';

describe('checks come in the order of the contract', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  const big = JSON.stringify({ title: 'x'.repeat(5 * 1024 * 1024) });
  const put = (
    path: string,
    over: Parameters<TestGateway['api']>[2],
  ): Promise<{ status: number; body: { code: string } }> => gateway.api('PUT', path, over);

  it('token 401, header 400, membership 403, permission 403, id 404, media type 415, size 413, JSON and fields 400', async () => {
    const bad = { headers: { 'content-type': 'text/plain' }, body: big };
    const path = `/tickets/${UNKNOWN_ID}`;
    const unknown = `/tickets/${UNKNOWN_ID}`;
    const steps = [
      await put(path, { ...bad, token: null, project: null }),
      await put(path, { ...bad, token: 'broken', project: null }),
      await put(path, { ...bad, project: null }),
      await put(path, { ...bad, project: OTHER_PROJECT }),
      await gateway.api('DELETE', '/tickets/nonsense', { token: gateway.tokens.agent }),
      await put('/tickets/nonsense', bad),
      await put(unknown, bad),
      await put(unknown, { body: big }),
      await put(unknown, { body: '{' }),
      await put(unknown, { body: { title: 1 } }),
      await put(`/tickets/${TICKET}`, bad),
      await put(`/tickets/${TICKET}`, { body: big }),
      await put(`/tickets/${TICKET}`, { body: '{' }),
      await put(`/tickets/${TICKET}`, { body: { title: 1 } }),
    ];
    expect(steps.map(({ status, body }) => `${status} ${(body as { code: string }).code}`)).toEqual([
      '401 unauthenticated',
      '401 invalid_token',
      '400 project_required',
      '403 project_forbidden',
      '403 permission_denied',
      '404 ticket_not_found',
      '404 ticket_not_found',
      '404 ticket_not_found',
      '404 ticket_not_found',
      '404 ticket_not_found',
      '415 unsupported_media_type',
      '413 payload_too_large',
      '400 invalid_json',
      '400 invalid_input',
    ]);
  });

  it.each<[string, () => { path?: string; token?: string; project?: string }, number]>([
    ['no token', () => ({}), 401],
    ['a broken token', () => ({ token: 'broken' }), 401],
    ['no project', () => ({ token: gateway.tokens.admin }), 400],
    ['a foreign project', () => ({ token: gateway.tokens.admin, project: OTHER_PROJECT }), 403],
    [
      'no permission',
      () => ({ token: gateway.tokens.agent, project: PROJECT, path: '/service-accounts' }),
      403,
    ],
    ['an unknown path', () => ({ token: gateway.tokens.admin, project: PROJECT, path: '/nowhere' }), 404],
  ])('a caller with %s is refused before a body is there', async (_what, caller, status) => {
    const { path = '/tickets', token, project } = caller();
    const connection = openRaw(gateway.url);
    const headers = [
      `POST /v3${path} HTTP/1.1`,
      'Host: x',
      ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
      ...(project === undefined ? [] : [`project: ${project}`]),
      'Content-Type: application/json',
      'Content-Length: 5000000',
    ];
    await connection.send(`${headers.join('\r\n')}\r\n\r\n`);
    expect(readStatus(await connection.until(ANSWERED))).toBe(status);
    connection.destroy();
  });
});
