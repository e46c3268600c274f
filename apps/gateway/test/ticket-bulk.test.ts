import { conflict, DomainError, notFound } from '@parley/errors';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { TICKET, UNKNOWN_ID } from './support/identities';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

describe('bulk operations and scheduled replies', () => {
  it.each([
    ['PUT', '/tickets/bulk', { selection: {} }, 'action'],
    ['PUT', '/tickets/bulk', { action: 'explode', selection: {} }, 'action'],
    ['PUT', '/tickets/bulk', { action: 'close' }, 'selection'],
    ['PUT', '/tickets/bulk', { action: 'close', selection: [TICKET] }, 'selection'],
    ['PUT', '/tickets/bulk', { action: 'close', selection: { ids: [7] } }, 'selection.ids.0'],
    ['PUT', '/tickets/bulk', { action: 'close', selection: { ids: TICKET } }, 'selection.ids'],
    ['PUT', '/tickets/bulk', { action: 'close', selection: { query: 'OPEN' } }, 'selection.query'],
    ['PUT', '/tickets/bulk', { action: 'close', selection: {}, payload: 'x' }, 'payload'],
    ['POST', '/tickets/bulk/reply', { comment: 'x', selection: { ids: [], limit: -1 } }, 'selection.limit'],
    ['POST', '/tickets/bulk/reply', { comment: 'x', selection: { ids: [], limit: 1.5 } }, 'selection.limit'],
    ['POST', '/tickets/bulk/reply', { comment: 'x', batchId: '' }, 'batchId'],
    ['POST', '/tickets/bulk/reply', { comment: 'x', batchId: 7 }, 'batchId'],
    ['POST', '/tickets/bulk/reply', { comment: 'x', batchId: 'x'.repeat(201) }, 'batchId'],
  ])('%s %s with %j is 400 naming %s', async (method, path, body, field) => {
    const answer = await gateway.api(method, path, { body });
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_input', errors: [{ field }] });
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it.each([
    ['GET', '/tickets/x/scheduled-replies', 'ticket_not_found'],
    ['DELETE', `/tickets/x/scheduled-replies/${UNKNOWN_ID}`, 'ticket_not_found'],
    ['DELETE', `/tickets/${TICKET}/scheduled-replies/x`, 'scheduled_reply_not_found'],
  ])('%s %s is 404 %s', async (method, path, code) => {
    expect((await gateway.api(method, path)).body).toMatchObject({ status: 404, code });
  });

  it.each([
    [400, 'invalid_selection', new DomainError('invalid', 'INVALID_SELECTION', 'x')],
    [400, 'forbidden_filter', new DomainError('invalid', 'FORBIDDEN_FILTER', 'x')],
  ])('answer a bad selection %d %s', async (status, code, error) => {
    gateway.answers['bulkReplyToTickets'] = () => Promise.reject(error);
    const answer = await gateway.api('POST', '/tickets/bulk/reply', { body: { comment: 'x' } });
    expect(answer.body).toMatchObject({ status, code });
  });

  it.each([
    [404, 'scheduled_reply_not_found', notFound('scheduled_reply')],
    [409, 'reply_already_sent', conflict('REPLY_ALREADY_SENT', 'x')],
  ])('answer a cancellation that names nothing or comes too late %d %s', async (status, code, error) => {
    gateway.answers['cancelScheduledReply'] = () => Promise.reject(error);
    const answer = await gateway.api('DELETE', `/tickets/${TICKET}/scheduled-replies/${UNKNOWN_ID}`);
    expect(answer.body).toMatchObject({ status, code });
  });
});
