import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';

describe('a field of the body that the query may set too', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  const ask = async (query: string, body?: object) => {
    const { status, body: answer } = await gateway.api('POST', `/tickets/deduplicate${query}`, {
      ...(body && { body }),
    });
    return { status, force: operationCalls(gateway.calls)[0]?.request['force'], answer };
  };

  it.each([
    ['?force=true', undefined, true],
    ['?force=true', {}, true],
    ['', { force: true }, true],
    ['?force=true', { force: false }, false],
    ['?other=true', undefined, undefined],
    ['', undefined, undefined],
  ])('is read from %j and %j as %j', async (query, body, force) => {
    expect(await ask(query, body)).toMatchObject({ status: 200, force });
  });

  it('answers 400 invalid_query for a wrong value in the query and invalid_input for one in the body', async () => {
    expect(await ask('?force=perhaps')).toMatchObject({ status: 400, answer: { code: 'invalid_query' } });
    expect(await ask('', { force: 'perhaps' })).toMatchObject({
      status: 400,
      answer: { code: 'invalid_input' },
    });
  });

  it('stands in the document as a parameter that is not required', async () => {
    const response = await fetch(`${gateway.url}/api-docs.json`);
    const { paths } = (await response.json()) as {
      paths: Record<string, { post: { parameters: { name: string; in: string; required: boolean }[] } }>;
    };
    expect(paths['/tickets/deduplicate']?.post.parameters).toContainEqual(
      expect.objectContaining({ name: 'force', in: 'query', required: false }),
    );
  });

  const deleteOld = async (query: string, body?: object) => {
    const { status, text } = await gateway.api('DELETE', `/aicontent/oldbatches${query}`, {
      ...(body && { body }),
    });
    const { code } = JSON.parse(text) as { code?: string };
    return { status, code, request: operationCalls(gateway.calls)[0]?.request };
  };

  it.each([
    ['?currentBatchId=b1&type=faq', undefined, { currentBatchId: 'b1', type: 'faq' }],
    ['', { currentBatchId: 'b1', type: 'faq' }, { currentBatchId: 'b1', type: 'faq' }],
    ['?currentBatchId=b1', { type: 'faq' }, { currentBatchId: 'b1', type: 'faq' }],
    ['?currentBatchId=b1', { currentBatchId: 'b2' }, { currentBatchId: 'b2' }],
  ])('is read by a DELETE with a body from %j and %j', async (query, body, request) => {
    expect(await deleteOld(query, body)).toMatchObject({ status: 200, request });
  });

  it('is missed by a DELETE that sends it nowhere, and refused in the body', async () => {
    expect(await deleteOld('')).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await deleteOld('', { currentBatchId: 5 })).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('leaves every other field to the body', async () => {
    const { status } = await gateway.api('PUT', '/tickets/merge?ticketsToMergeIds=x', { body: {} });
    expect(status).toBe(400);
  });
});
