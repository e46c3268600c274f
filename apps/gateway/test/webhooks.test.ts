import { notFound } from '@parley/errors';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

describe('webhooks', () => {
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
