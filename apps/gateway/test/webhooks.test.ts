import { notFound } from '@parley/errors';
import { operations } from '../src/routes';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { SERVICE_TOKEN } from './support/identities';
import { webhookCases } from './support/webhook-cases';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  for (const { rpc, response } of webhookCases) gateway.answers[rpc] = () => response;
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

const findPermission = (row: string): string =>
  String(operations.find(({ id }) => id === row)?.options.permission);

describe('webhooks', () => {
  it.each(webhookCases.map((item) => [item.row, item] as const))(
    '%s serve admins, and others only to look',
    async (row, { method, path, request }) => {
      for (const token of [SERVICE_TOKEN, gateway.tokens.agent]) {
        const { status, body } = await gateway.api(method, path, { ...request, token });
        if (method === 'GET') {
          expect(status).toBe(200);
          continue;
        }
        expect(body).toMatchObject({ status: 403, code: 'permission_denied' });
        expect((body as { message: string }).message).toContain(findPermission(row));
      }
      expect(operationCalls(gateway.calls)).toHaveLength(method === 'GET' ? 2 : 0);
    },
  );

  it.each([
    ['url', { url: undefined }],
    ['events', { events: undefined }],
    ['events', { events: [] }],
    ['events.0', { events: ['TICKET_LOST'] }],
    ['events', { events: 'TICKET_CREATED' }],
    ['url', { url: `https://example.com/${'x'.repeat(2_048)}` }],
    ['name', { name: 'x'.repeat(257) }],
    ['headers', { headers: Array.from({ length: 21 }, (_, index) => ({ key: `x-${index}`, value: '' })) }],
    ['headers.0.key', { headers: [{ value: 'x' }] }],
    ['filters.ticketTypes.0', { filters: { ticketTypes: ['x'.repeat(65)] } }],
    ['enabled', { enabled: 'yes' }],
  ])('are refused with 400 naming %s', async (field, wrong) => {
    const good = { url: 'https://example.com/', events: ['TICKET_CREATED'] };
    const answer = await gateway.api('POST', '/webhooks', { body: { ...good, ...wrong } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ field }] } });
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it.each([
    ['GET', '/webhooks/short', 'webhook_not_found'],
    ['POST', '/webhooks/0000000000000000000000f2/deliveries/x/redeliver', 'webhook_delivery_not_found'],
  ])('answer %s %s as an unknown id', async (method, path, code) => {
    expect(await gateway.api(method, path)).toMatchObject({ status: 404, body: { code } });
  });

  it('answer 404 before a faulty body is reported', async () => {
    gateway.answers['getWebhook'] = () => {
      throw notFound('webhook');
    };
    const answer = await gateway.api('PUT', '/webhooks/0000000000000000000000f2', { body: { url: 5 } });
    delete gateway.answers['getWebhook'];
    expect(answer).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } });
  });

  it.each(['?status=lost', '?before=x', '?limit=-1'])('refuse deliveries%s with 400', async (query) => {
    const answer = await gateway.api('GET', `/webhooks/0000000000000000000000f2/deliveries${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });
});
