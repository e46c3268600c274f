import { notFound } from '@parley/errors';
import { UNKNOWN_ID } from './support/identities';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';

const PIPELINE = '/pipelines/0000000000000000000000c1';
const ENTRY = '/pipeline-entries/0000000000000000000000c2';
const RECORD = '0000000000000000000000c3';
const lanes = [{ title: 'A' }];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  const known = ({ pipelineId }: { pipelineId: string }): unknown => {
    if (pipelineId === UNKNOWN_ID) throw notFound('pipeline');
    return {};
  };
  for (const rpc of ['getPipeline', 'listPipelineFields', 'checkEntriesPipeline', 'checkBulkPipeline'])
    gateway.answers[rpc] = known;
  gateway.answers['getPipelineEntry'] = ({ entryId }: { entryId: string }) => {
    if (entryId === UNKNOWN_ID) throw notFound('pipeline_entry');
    return {};
  };
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

describe('pipelines', () => {
  it.each([
    ['DELETE', PIPELINE, 'PIPELINE_DELETE'],
    ['DELETE', `${PIPELINE}/properties/amount`, 'PIPELINE_DELETE'],
    ['GET', `${PIPELINE}/entries/export`, 'PIPELINE_EXPORT'],
  ])('%s %s needs %s, which an agent lacks', async (method, path, permission) => {
    const answer = await gateway.api(method, path, { token: gateway.tokens.agent });
    expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect(answer.text).toContain(permission);
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it.each([
    ['GET', '/pipelines', undefined],
    ['POST', '/pipelines', { name: 'A', recordType: 'contacts', lanes }],
    ['PUT', PIPELINE, { name: 'B' }],
    ['GET', `${PIPELINE}/summary`, undefined],
    ['GET', `${PIPELINE}/properties`, undefined],
    ['POST', `${PIPELINE}/properties`, { label: 'A', type: 'text', source: 'ENTRY' }],
    ['PUT', `${PIPELINE}/properties/amount`, { label: 'A' }],
    ['GET', `${PIPELINE}/entries?laneId=a`, undefined],
    ['POST', `${PIPELINE}/entries`, { recordId: RECORD }],
    ['PUT', `${PIPELINE}/entries/bulk`, { action: 'remove', selection: { ids: ['x'] } }],
    ['POST', `${PIPELINE}/entries/import`, { entries: [{}] }],
    ['GET', ENTRY, undefined],
    ['PUT', `${ENTRY}/move`, {}],
    ['PUT', `${ENTRY}/values`, { values: {} }],
    ['PUT', `${ENTRY}/record-values`, { values: {} }],
    ['PUT', `${ENTRY}/due-date`, { dueDate: null }],
    ['GET', `${ENTRY}/history`, undefined],
    ['DELETE', ENTRY, undefined],
  ])('an agent may %s %s', async (method, path, body) => {
    const answer = await gateway.api(method, path, { token: gateway.tokens.agent, ...(body && { body }) });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['name', 'POST', '/pipelines', { recordType: 'contacts', lanes }],
    ['name', 'POST', '/pipelines', { name: 'x'.repeat(121), recordType: 'contacts', lanes }],
    ['recordType', 'POST', '/pipelines', { name: 'A', recordType: 'tickets', lanes }],
    ['lanes', 'POST', '/pipelines', { name: 'A', recordType: 'contacts', lanes: [] }],
    [
      'lanes',
      'POST',
      '/pipelines',
      { name: 'A', recordType: 'contacts', lanes: Array.from({ length: 101 }, () => lanes[0]) },
    ],
    ['lanes.0.title', 'POST', '/pipelines', { name: 'A', recordType: 'contacts', lanes: [{}] }],
    ['lanes.0.title', 'PUT', PIPELINE, { lanes: [{ title: 'x'.repeat(121) }] }],
    ['lanes.0.id', 'PUT', PIPELINE, { lanes: [{ title: 'A', id: 'a.b' }] }],
    ['lanes.0.color', 'PUT', PIPELINE, { lanes: [{ title: 'A', color: 'x'.repeat(33) }] }],
    ['lanes.0.order', 'PUT', PIPELINE, { lanes: [{ title: 'A', order: 'x' }] }],
    ['lanes', 'PUT', PIPELINE, { lanes: [] }],
    ['visibility', 'PUT', PIPELINE, { visibility: 'hidden' }],
    ['users', 'PUT', PIPELINE, { users: Array.from({ length: 501 }, () => RECORD) }],
    ['teams', 'PUT', PIPELINE, { teams: Array.from({ length: 101 }, () => RECORD) }],
    ['expectedUpdatedAt', 'PUT', PIPELINE, { expectedUpdatedAt: 'yesterday' }],
    ['label', 'POST', `${PIPELINE}/properties`, { type: 'text', source: 'ENTRY' }],
    ['type', 'POST', `${PIPELINE}/properties`, { label: 'A', type: 'list', source: 'ENTRY' }],
    ['source', 'POST', `${PIPELINE}/properties`, { label: 'A', type: 'text', source: 'list' }],
    ['unit', 'PUT', `${PIPELINE}/properties/a`, { unit: 'x'.repeat(33) }],
    ['options.0.value', 'PUT', `${PIPELINE}/properties/a`, { options: [{ label: 'A' }] }],
    [
      'options',
      'PUT',
      `${PIPELINE}/properties/a`,
      { options: Array.from({ length: 201 }, (_, n) => ({ label: 'A', value: `${n}` })) },
    ],
    ['calculation', 'PUT', `${PIPELINE}/properties/a`, { calculation: 'median' }],
    ['recordId', 'POST', `${PIPELINE}/entries`, {}],
    ['recordId', 'POST', `${PIPELINE}/entries`, { recordId: 'x' }],
    ['laneId', 'POST', `${PIPELINE}/entries`, { recordId: RECORD, laneId: 5 }],
    ['values', 'POST', `${PIPELINE}/entries`, { recordId: RECORD, values: [] }],
    ['values', 'PUT', `${ENTRY}/values`, {}],
    ['values', 'PUT', `${ENTRY}/values`, { values: null }],
    ['values', 'PUT', `${ENTRY}/record-values`, { values: 'x' }],
    ['values.__proto__', 'PUT', `${ENTRY}/values`, JSON.parse('{"values":{"__proto__":1}}')],
    ['values.__proto__', 'PUT', `${ENTRY}/record-values`, JSON.parse('{"values":{"__proto__":1}}')],
    ['laneId', 'PUT', `${ENTRY}/move`, { laneId: 5 }],
    ['lexorank', 'PUT', `${ENTRY}/move`, { lexorank: '' }],
    ['lexorank', 'PUT', `${ENTRY}/move`, { lexorank: 'ä' }],
    ['lexorank', 'PUT', `${ENTRY}/move`, { lexorank: 'x'.repeat(256) }],
    ['action', 'PUT', `${PIPELINE}/entries/bulk`, { action: 'copy', selection: { ids: ['x'] } }],
    ['entries', 'POST', `${PIPELINE}/entries/import`, { entries: [] }],
    ['entries', 'POST', `${PIPELINE}/entries/import`, { entries: Array.from({ length: 5_001 }, () => ({})) }],
  ])('refuses a wrong %s: %s %s', async (field, method, path, body) => {
    const answer = await gateway.api(method, path, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ field }] } });
  });

  it.each([
    ['/pipelines?color=red', 'color'],
    ['/pipelines?sort=lanes', 'sort'],
    ['/pipelines?all=maybe', 'all'],
    [`${PIPELINE}/entries`, 'laneId'],
    [`${PIPELINE}/entries?laneId=a&search=${'x'.repeat(201)}`, 'search'],
    [`${PIPELINE}/entries?laneId=a&recordValues.name=x`, 'recordValues.name'],
    ['/pipeline-entries/for-record?recordType=contacts', 'recordId'],
    ['/pipeline-entries/for-record?recordId=x', 'recordType'],
    ['/pipeline-entries/for-record?recordType=tickets&recordId=x', 'recordType'],
  ])('refuses the query %s, naming %s', async (path, field) => {
    const answer = await gateway.api('GET', path);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_query', errors: [{ field }] } });
  });

  it.each([
    ['PUT', `/pipelines/${UNKNOWN_ID}`, 'pipeline_not_found'],
    ['POST', `/pipelines/${UNKNOWN_ID}/properties`, 'pipeline_not_found'],
    ['POST', `/pipelines/${UNKNOWN_ID}/entries`, 'pipeline_not_found'],
    ['PUT', `/pipelines/${UNKNOWN_ID}/entries/bulk`, 'pipeline_not_found'],
    ['POST', `/pipelines/${UNKNOWN_ID}/entries/import`, 'pipeline_not_found'],
    ['PUT', '/pipelines/nope', 'pipeline_not_found'],
    ['PUT', `/pipeline-entries/${UNKNOWN_ID}/values`, 'pipeline_entry_not_found'],
    ['PUT', '/pipeline-entries/nope/move', 'pipeline_entry_not_found'],
  ])('%s %s with a bad body is 404: existence comes before fields', async (method, path, code) => {
    expect(
      await gateway.api(method, path, { body: { name: 5, values: 5, action: 5, entries: 5, label: 5 } }),
    ).toMatchObject({
      status: 404,
      body: { code },
    });
  });

  it('takes the literal for-record before an entry id', async () => {
    await gateway.api('GET', `/pipeline-entries/for-record?recordType=companies&recordId=${RECORD}`);
    expect(operationCalls(gateway.calls).map(({ rpc }) => rpc)).toEqual(['listEntriesOfRecord']);
  });
});
