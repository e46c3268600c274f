import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { base64url } from 'jose';
import type { JsonSchema } from '@parley/proto';
import { operations } from '../src/routes';
import { findNoun } from '../src/rest/nouns';
import { chooseMaxBodyBytes } from '../src/rest/body';
import { findExistenceCheck } from '../src/rest/existence';
import { hasBody, pathParameters, requestFields } from '../src/rest/fields';
import type { Operation } from '../src/rest/operation';
import {
  type ApiAnswer,
  type ApiRequest,
  operationCalls,
  startTestGateway,
  type TestGateway,
} from './support/gateway';
import { ADMIN, createSigner, PROJECT, signToken, TICKET } from './support/identities';
import { chooseCaller, fillPath } from './support/row-requests';

const withToken = operations.filter(
  ({ options: { surface } }) => !['public', 'widget', 'server'].includes(surface),
);
const withBody = operations.filter(hasBody);
const withJson = withBody.filter(({ options }) => !options.raw && !options.form);
const withoutBody = operations.filter((row) => !hasBody(row));

/** Values of other types than a schema takes; none for one that takes anything. */
const wrongValues = (schema: JsonSchema): unknown[] => {
  switch (schema['type']) {
    case 'string':
      return [5, true, [], {}];
    case 'integer':
      return ['5', 1.5, true, [], {}, 2 ** 31];
    case 'number':
      return ['5', true, [], {}];
    case 'boolean':
      return ['true', 1, [], {}];
    case 'array':
      return ['a', 5, true, {}];
    case 'object':
      return ['a', 5, true, []];
    default:
      return '$ref' in schema ? ['a', 5, true, []] : [];
  }
};

const encode = (value: object): string => base64url.encode(JSON.stringify(value));

describe('every row', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      config: { authFailureLimitPerMinute: 1_000_000, signupLimitPerHour: 1_000_000 },
    });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));
  // Whatever is refused reaches no service, but for the question whether the path's thing exists; and nothing is a fault.
  const expectNothingDone = (): void => {
    const probes = new Set(operations.flatMap((row) => findExistenceCheck(row, operations)?.rpc ?? []));
    expect(operationCalls(gateway.calls).filter(({ rpc }) => !probes.has(rpc))).toEqual([]);
    expect(gateway.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  };

  const send = (row: Operation, request: ApiRequest, path = fillPath(row)): Promise<ApiAnswer> => {
    const caller = chooseCaller(row);
    return gateway.api(row.method, path, {
      ...caller,
      ...request,
      headers: { ...caller.headers, ...request.headers },
    });
  };

  const formHeaders = (row: Operation): Record<string, string> => {
    const caller = chooseCaller(row);
    const { token = gateway.tokens.admin, project = PROJECT } = caller;
    return {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(project !== null && { project }),
      ...caller.headers,
    };
  };

  const wrong: object[] = [];
  beforeEach(() => wrong.splice(0));
  const expectProblem = (
    asked: unknown,
    { status, body, headers }: ApiAnswer,
    expected: { status: number; code: string; field?: string },
  ): void => {
    const problem = body as { code?: string; status?: number; errors?: { field: string }[] } | undefined;
    const right =
      status === expected.status &&
      problem?.code === expected.code &&
      problem.status === status &&
      headers.get('content-type') === 'application/problem+json; charset=utf-8' &&
      (expected.field === undefined ||
        problem.errors?.some(({ field }) => field.split('.')[0] === expected.field));
    if (!right) wrong.push({ asked, expected, status, body });
  };

  it('takes only tokens that we signed and that are still good: 401 invalid_token', async () => {
    const claims = {
      sub: ADMIN,
      email: 'a@example.com',
      iss: 'parley',
      aud: 'parley-dashboard',
      exp: Math.floor(Date.now() / 1000) + 3600,
    };
    const tokens = {
      broken: 'broken',
      'alg none': `${encode({ alg: 'none', kid: 'key-1' })}.${encode(claims)}.`,
      'a foreign key': await signToken(await createSigner('key-1')),
      expired: await signToken(gateway.signer, { lifetime: -60 }),
      'an unknown service account': `psa_${'x'.repeat(43)}`,
    };
    expect(withToken.length).toBeGreaterThan(100);
    for (const row of withToken) {
      for (const [name, token] of Object.entries(tokens))
        expectProblem([row.id, name], await send(row, { token }), { status: 401, code: 'invalid_token' });
    }
    expect(wrong).toEqual([]);
    expectNothingDone();
  });

  it('with a body refuses what is not JSON, no object, or holds what text and numbers cannot: 400', async () => {
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
    const bodies: [body: string | Uint8Array, code: string][] = [
      ['{', 'invalid_json'],
      ['{"a":1}x', 'invalid_json'],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_json'],
      ['[]', 'invalid_input'],
      ['"text"', 'invalid_input'],
      ['null', 'invalid_input'],
      ['{"any":"a\\u0000b"}', 'invalid_input'],
      ['{"any":"\\ud800"}', 'invalid_input'],
      ['{"any":{"a\\u0000":1}}', 'invalid_input'],
      ['{"any":[1e999]}', 'invalid_input'],
      [deep, 'invalid_input'],
      ['['.repeat(10_000), 'invalid_json'],
    ];
    expect(withJson.length).toBeGreaterThan(50);
    for (const row of withJson) {
      for (const [body, code] of bodies) {
        const asked = [row.id, typeof body === 'string' ? body.slice(0, 40) : 'bytes'];
        expectProblem(asked, await send(row, { body }), { status: 400, code });
      }
    }
    expect(wrong).toEqual([]);
    expectNothingDone();
  });

  it('with a body names every field of a wrong type: 400 invalid_input', async () => {
    let asked = 0;
    for (const row of withJson) {
      const fields = Object.entries(requestFields(row).body ?? {}).map(([field, schema]) => ({
        field,
        wrongs: wrongValues(schema),
      }));
      const rounds = Math.max(0, ...fields.map(({ wrongs }) => wrongs.length));
      for (let round = 0; round < rounds; round += 1) {
        const sent = fields.filter(({ wrongs }) => round < wrongs.length);
        const body = Object.fromEntries(sent.map(({ field, wrongs }) => [field, wrongs[round]]));
        const answer = await send(row, { body });
        for (const { field } of sent) {
          asked += 1;
          expectProblem([row.id, body], answer, { status: 400, code: 'invalid_input', field });
        }
      }
    }
    expect(asked).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
    expectNothingDone();
  });

  it('with a body names what it does not know of it, whatever it answers: Ignored-Fields', async () => {
    const named = ({ headers }: ApiAnswer): string | null => headers.get('ignored-fields');
    expect(withBody.length).toBeGreaterThan(100);
    for (const row of withBody.filter(({ options }) => !options.raw && !options.rest)) {
      const { form, formToo } = row.options;
      if (form !== undefined) {
        const body = new FormData();
        body.set(form, new Blob(['x']), 'x.txt');
        body.set('nonesuch', '1');
        const response = await fetch(`${gateway.url}/v3${fillPath(row)}`, {
          method: row.method,
          headers: formHeaders(row),
          body,
        });
        if (response.headers.get('ignored-fields') !== 'nonesuch') wrong.push({ id: row.id, form });
        continue;
      }
      const answer = await send(row, { body: { nonesuch: 1, 'häßlich, ja': { a: 1 } } });
      if (named(answer) !== 'nonesuch, h%C3%A4%C3%9Flich%2C%20ja')
        wrong.push({ id: row.id, named: named(answer) });
      if (named(await send(row, { body: {} })) !== null)
        wrong.push({ id: row.id, named: 'without a reason' });
      if (!formToo) continue;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const asForm = named(await send(row, { body: 'nonesuch=1', headers }));
      if (asForm !== 'nonesuch') wrong.push({ id: row.id, asForm });
    }
    expect(wrong).toEqual([]);
  });

  it('with a body refuses another media type, a compressed body, and one byte more than it takes: 415, 413', async () => {
    for (const row of withBody) {
      const unsupported = { status: 415, code: 'unsupported_media_type' };
      const text = { body: '{}', headers: { 'content-type': 'text/plain' } };
      expectProblem([row.id, 'text/plain'], await send(row, text), unsupported);
      if (row.options.form) continue;
      const type = row.options.raw?.types[0] ?? 'application/json';
      const packed = { body: '{}', headers: { 'content-type': type, 'content-encoding': 'gzip' } };
      expectProblem([row.id, 'gzip'], await send(row, packed), unsupported);

      const caller = chooseCaller(row);
      const { token = gateway.tokens.admin, project = '0000000000000000000000a1' } = caller;
      const request = httpRequest(`${gateway.url}/v3${fillPath(row)}`, {
        method: row.method,
        agent: false,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(project !== null && { project }),
          ...caller.headers,
          'content-type': type,
          'content-length': chooseMaxBodyBytes(row) + 1,
        },
      });
      request.on('error', () => undefined).flushHeaders();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      if (response.statusCode !== 413) wrong.push({ asked: [row.id, '413'], status: response.statusCode });
      request.destroy();
    }
    expect(wrong).toEqual([]);
    expectNothingDone();
  });

  it('whose path names an id knows no text that is none: 404 by the noun, without a call', async () => {
    let asked = 0;
    for (const row of operations) {
      for (const name of pathParameters(row.path)) {
        const noun = findNoun(row, name);
        if (noun === undefined || (row.options.project === 'path' && name === 'projectId')) continue;
        for (const text of ['nonsense', '%00', '%ff', TICKET.toUpperCase(), `${TICKET}0`, "'%20OR%201=1"]) {
          asked += 1;
          const answer = await send(row, { body: undefined }, fillPath(row, { [name]: text }));
          expectProblem([row.id, name, text], answer, { status: 404, code: `${noun}_not_found` });
        }
      }
    }
    expect(asked).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('whose path names a text knows none that cannot be decoded: 404, or 400 where it could be new, without a call', async () => {
    for (const row of operations) {
      for (const name of pathParameters(row.path)) {
        if (findNoun(row, name) !== undefined) continue;
        for (const text of ['a%00b', '%ff', '%ed%a0%80']) {
          const { status, body } = await send(row, {}, fillPath(row, { [name]: text }));
          const { code, errors = [] } = body as { code: string; errors?: { field: string }[] };
          const isRight =
            row.options.creates === name
              ? status === 400 && code === 'invalid_input' && errors[0]?.field === name
              : status === 404 && code.endsWith('_not_found');
          if (!isRight) wrong.push({ asked: [row.id, name, text], status, body });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('without a body refuses a query that is no text: 400 invalid_query', async () => {
    const faults = ['a=%00', 'a=%ff', 'a%00=b', '%ed%a0%80=x', '%'];
    for (const row of withoutBody.filter((one) => Object.keys(requestFields(one).query).length > 0)) {
      for (const query of faults) {
        const answer = await send(row, {}, `${fillPath(row)}?${query}`);
        expectProblem([row.id, query], answer, { status: 400, code: 'invalid_query' });
      }
    }
    expect(wrong).toEqual([]);
    expectNothingDone();
  });

  it('that pages refuses a skip and limit that are no counts, and takes one of any size', async () => {
    let lists = 0;
    for (const row of withoutBody) {
      const { query } = requestFields(row);
      for (const name of ['skip', 'limit', 'page'].filter((one) => one in query)) {
        lists += 1;
        for (const text of ['-1', 'ten', '1.5', '', '0x10', '1e3', '%201']) {
          const answer = await send(row, {}, `${fillPath(row)}?${name}=${text}`);
          expectProblem([row.id, name, text], answer, { status: 400, code: 'invalid_query', field: name });
        }
      }
    }
    expect(lists).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
    expectNothingDone();
    gateway.calls.splice(0);
    for (const row of withoutBody.filter((one) => 'skip' in requestFields(one).query)) {
      const { query, required: names } = requestFields(row);
      const chooseValue = (name: string): string => (query[name]?.enum as string[] | undefined)?.[0] ?? 'x';
      const required = names.map((name) => `${name}=${chooseValue(name)}`);
      await send(row, {}, `${fillPath(row)}?${['skip=99999999999999999999', ...required].join('&')}`);
      const [call] = operationCalls(gateway.calls.splice(0));
      if (call?.request['skip'] !== 2 ** 31 - 1) wrong.push({ id: row.id, request: call?.request });
    }
    expect(wrong).toEqual([]);
  });

  it('that filters refuses project and organisation with any operator: 400 forbidden_filter', async () => {
    const filtered = operations.filter((row) => requestFields(row).filters);
    expect(filtered.length).toBeGreaterThan(5);
    for (const row of filtered) {
      for (const query of ['project=x', 'organisation!=x', 'project>=x', 'organisation<x', 'project.id=x']) {
        const answer = await send(row, {}, `${fillPath(row)}?${query}`);
        expectProblem([row.id, query], answer, { status: 400, code: 'forbidden_filter' });
      }
    }
    expect(wrong).toEqual([]);
    expectNothingDone();
  });
});
