import { requestFields } from '../src/rest/fields';
import type { Operation } from '../src/rest/operation';
import { operations } from '../src/routes';
import { operationCalls, startTestGateway, type ApiAnswer, type TestGateway } from './support/gateway';
import { ORGANISATION, PROJECT, TICKET } from './support/identities';
import { chooseCaller, fillPath, sampleRequest, sampleResponse } from './support/row-requests';
import { shapeCases } from './support/shape-cases';

const rows = operations.map((row) => [row.id, row] as const);

const isShaped = ({ options: { out } }: Operation): boolean => {
  const answered = typeof out === 'object' && 'text' in out ? out.of : out;
  return typeof answered === 'object' && 'render' in answered;
};

/** What a row without a shape answers. */
const expectedAnswer = (row: Operation, response: Record<string, unknown>): object => {
  const { out } = row.options;
  const json = (body: unknown): object => ({ status: 200, body });
  if (isShaped(row)) return { status: 200 };
  if (out === 'empty') return { status: 204, text: '' };
  if (typeof out === 'string') return json(response[out]);
  if (typeof out === 'object' && 'text' in out)
    return json(typeof out.of === 'string' ? response[out.of] : response);
  if (typeof out !== 'object' || !('stream' in out)) return json(response);
  if (out.stream === 'csv') return { status: 200, text: 'some bytes' };
  return json(out.within === undefined ? response[out.field] : { [out.within]: response[out.field] });
};

describe('rows', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  const expectOneCall = (row: Operation, received: object): void => {
    const calls = operationCalls(gateway.calls);
    expect(calls.map(({ rpc }) => rpc)).toEqual([row.rpc]);
    expect(calls[0]?.request).toMatchObject(received);
  };

  it.each(rows)('hand on each part of a request, and answer what the RPC does: %s', async (_id, row) => {
    const { path, request, received } = sampleRequest(row);
    const response = sampleResponse(row);
    gateway.answers[row.rpc] = () => response;
    expect(await gateway.api(row.method, path, request)).toMatchObject(expectedAnswer(row, response));
    expectOneCall(row, received);
  });

  it.each(rows.filter(([, row]) => requestFields(row).keepsNulls))(
    'say which fields were sent as null: %s',
    async (_id, row) => {
      const { path, request, received } = sampleRequest(row, { nulls: true });
      expect((await gateway.api(row.method, path, request)).status).toBeLessThan(300);
      expectOneCall(row, received);
    },
  );

  it('answer the JSON text of a service as it is', async () => {
    for (const row of operations) {
      const { out } = row.options;
      if (typeof out !== 'object' || !('text' in out)) continue;
      const { path, request } = sampleRequest(row);
      gateway.answers[row.rpc] = () => ({ [out.text]: '{"made": "there"}' });
      expect(await gateway.api(row.method, path, request)).toMatchObject({ text: '{"made": "there"}' });
      expect(operationCalls(gateway.calls.splice(0))).toMatchObject([{ request: { [out.ask]: true } }]);
    }
  });

  it('answer a list alone unless the whole is asked for', async () => {
    for (const row of operations) {
      const { out } = row.options;
      if (typeof out !== 'object' || !('list' in out)) continue;
      const response = sampleResponse(row);
      gateway.answers[row.rpc] = () => response;
      const answer = await gateway.api(row.method, fillPath(row), chooseCaller(row));
      expect(answer.body).toMatchObject(response[out.list] as object);
    }
  });

  it('with a shape have a case', () => {
    const shaped = operations.filter(isShaped).map(({ id }) => id);
    expect([...new Set(shapeCases.map(({ row }) => row))].sort()).toEqual(shaped.sort());
  });

  it.each(shapeCases)(
    'answer the document of a shape: $row',
    async ({ row: id, query, body, response, document }) => {
      const row = operations.find((one) => one.id === id) as Operation;
      gateway.answers[row.rpc] = () => response;
      const path = `${fillPath(row)}${query === undefined ? '' : `?${query}`}`;
      const answer: ApiAnswer = await gateway.api(row.method, path, { ...chooseCaller(row), body });
      expect(answer).toMatchObject({ status: 200, body: document });
    },
  );

  it('never lets a body name what the path or the server sets', async () => {
    await gateway.api('PUT', `/tickets/${TICKET}`, {
      body: { ticketId: 'forged', nulls: ['x'], ticket: { title: 'y' } },
    });
    const [call] = operationCalls(gateway.calls);
    expect(call?.request).toMatchObject({ ticketId: TICKET, nulls: [] });
    expect(call?.request['ticket']).not.toHaveProperty('title', 'y');
  });

  it('sends the caller, project, role, address and request id along', async () => {
    await gateway.api('GET', `/tickets/${TICKET}`, {
      token: gateway.tokens.agent,
      headers: {
        'x-request-id': 'my-id:1',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
    });
    const [call] = operationCalls(gateway.calls);
    expect(call?.context).toMatchObject({
      requestId: 'my-id:1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      scope: {
        actor: { type: 'user', id: '000000000000000000000002', confirmed: true },
        projectId: PROJECT,
        organisationId: ORGANISATION,
        role: 'agent',
        ip: '127.0.0.1',
      },
    });
  });
});
