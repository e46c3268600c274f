import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ErrorReason, findError } from '../src/rest/catalogue';
import { requestFields, SORT } from '../src/rest/fields';
import { createOpenApi } from '../src/rest/openapi';
import { operations } from '../src/routes';
import { goldenParts, longestPart, readGolden } from './support/golden-document';
import { type OpenApi, listOperations, resolveIn, type Schema } from './support/openapi';

const document = createOpenApi(operations) as unknown as OpenApi;
const text = JSON.stringify(document);
const all = listOperations(document);

/** One of the values that a filter takes, singly or in a list. */
const findValueSchema = (schema: Schema | undefined): Schema => {
  const [single, list] = resolveIn(document, schema ?? {}).anyOf ?? [];
  expect(list).toEqual({ type: 'array', items: single });
  return resolveIn(document, single ?? {});
};

describe('the OpenAPI document', () => {
  it('is the committed one, in a file for each group and each package of schemas', () => {
    const parts = goldenParts(document);
    const golden = readGolden();
    expect([...golden.keys()].sort()).toEqual([...parts.keys()].sort());
    for (const [part, value] of parts) expect({ part, value: golden.get(part) }).toEqual({ part, value });
    expect(longestPart().lines).toBeLessThan(5000);
  });

  it('says which known operations it does not offer', () => {
    const { description } = (document as unknown as { info: { description: string } }).info;
    for (const path of ['/engagement/whatsapp-messages', '/tickets/{ticketId}/send-to-integration']) {
      expect(description).toContain(path);
      expect(Object.keys(document.paths)).not.toContain(path);
    }
  });

  it('says once what many operations share', () => {
    expect(text.length / all.length).toBeLessThan(4_000);
    const inline = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, responses }) =>
        Object.entries(responses).flatMap(([status, { $ref }]) =>
          Number(status) >= 400 && $ref === undefined ? [`${operationId} ${status}`] : [],
        ),
      );
    expect(inline).toEqual([]);
  });

  it('has no example on what may be left out: tools send it, and find nothing', () => {
    const sent = all.flatMap(({ operationId, parameters = [] }) =>
      parameters.flatMap(({ name, required, example }) =>
        example !== undefined && !required ? [`${operationId}?${name}`] : [],
      ),
    );
    expect(sent).toEqual([]);
  });

  it('has no schema that leads back to itself, so that tools can write every reference out', () => {
    const { schemas } = document.components;
    const named = (schema: unknown): string[] =>
      [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
    const ends = new Set<string>();
    const visit = (name: string, above: readonly string[]): void => {
      if (ends.has(name)) return;
      expect({ name, above: above.includes(name) }).toEqual({ name, above: false });
      for (const next of named(schemas[name])) visit(next, [...above, name]);
      ends.add(name);
    };
    for (const name of Object.keys(schemas)) visit(name, []);
    expect(ends.size).toBe(Object.keys(schemas).length);
  });

  it('is valid OpenAPI 3.1', () => {
    // The validator is an ES module that finds its schemas beside itself: it runs in a process of its own.
    const validator = dirname(require.resolve('@seriousme/openapi-schema-validator/package.json'));
    const folder = mkdtempSync(join(tmpdir(), 'parley-openapi-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(validator, 'bin/validate-api-cli.js'), file],
      { encoding: 'utf8' },
    );
    rmSync(folder, { recursive: true });
    expect({ status, output: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
    expect(document.openapi).toBe('3.1.0');
  });

  it('has paths without the version prefix, below a server that ends in it', () => {
    expect(document.servers.every(({ url }) => url.endsWith('/v3'))).toBe(true);
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/v3'))).toEqual([]);
  });

  it('has one operation per row with an id, a summary, a description and a described tag', () => {
    // The gateway answers a batch by itself.
    const ids = [...operations.map(({ id }) => id), 'widget.batch'];
    expect(all.map(({ operationId }) => operationId).sort()).toEqual(ids.sort());
    const described = new Set(
      document.tags.filter(({ description, name }) => description !== name).map(({ name }) => name),
    );
    for (const { operationId, summary, description, tags } of all) {
      expect({ operationId, summary: summary !== '', description: description !== '' }).toEqual({
        operationId,
        summary: true,
        description: true,
      });
      expect(tags.filter((tag) => !described.has(tag))).toEqual([]);
    }
  });

  it('answers success by 200, creates included, and by 204 for the operations without a body', () => {
    const successes = all.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) =>
        status.startsWith('2') ? [{ operationId, status, hasBody: content !== undefined }] : [],
      ),
    );
    expect(successes.filter(({ status }) => status !== '200')).toEqual(
      [
        'sessions.delete',
        'tickets.delete',
        'tickets.delete-draft',
        'messages.delete',
        'messages.faq-suggestion',
        'engagement.send-email-preview',
      ].map((operationId) => ({ operationId, status: '204', hasBody: false })),
    );
    expect(successes).toHaveLength(all.length);
  });

  it('names the permission of every operation that demands one', () => {
    for (const { id, options } of operations) {
      const entry = all.find(({ operationId }) => operationId === id);
      expect({ id, permission: entry?.['x-permission'] }).toEqual({ id, permission: options.permission });
      if (options.permission) expect(entry?.description).toContain(options.permission);
    }
  });

  it('describes every parameter and every property of every schema', () => {
    const undescribed: string[] = [];
    for (const { operationId, parameters = [], requestBody } of all) {
      for (const { name, description } of parameters)
        if (!description) undescribed.push(`${operationId}?${name}`);
      const [media] = Object.values(requestBody?.content ?? {});
      const body = resolveIn(document, media?.schema ?? {}).properties ?? {};
      for (const [name, { description }] of Object.entries(body))
        if (!description) undescribed.push(`${operationId}.${name}`);
    }
    for (const [schema, { description, properties = {} }] of Object.entries(document.components.schemas)) {
      if (!description) undescribed.push(schema);
      for (const [name, property] of Object.entries(properties)) {
        if (!property.description) undescribed.push(`${schema}.${name}`);
      }
    }
    expect(undescribed).toEqual([]);
  });

  it('types every array and every property, so that generators can: what is any JSON says so', () => {
    const untyped: string[] = [];
    const typed = ['type', '$ref', 'oneOf', 'anyOf', 'allOf', 'const', 'enum', 'x-any'];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const schema = value as Record<string, unknown>;
      const items = schema['items'] as object | undefined;
      if (
        [schema['type']].flat().includes('array') &&
        !(items && typed.slice(0, -1).some((word) => word in items))
      )
        untyped.push(`${path}[]`);
      if (schema['type'] === 'object' && !schema['properties'] && !schema['additionalProperties'])
        untyped.push(`${path}{}`);
      for (const [name, property] of Object.entries((schema['properties'] ?? {}) as object))
        if (!typed.some((keyword) => keyword in (property as object))) untyped.push(`${path}.${name}`);
      for (const [key, item] of Object.entries(schema)) look(item, `${path}/${key}`);
    };
    look(document.components.schemas, 'schemas');
    for (const { operationId, requestBody, responses } of all) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) look(schema, operationId);
      for (const { content = {} } of Object.values(responses))
        for (const { schema } of Object.values(content)) look(schema, operationId);
    }
    for (const { operationId, parameters = [] } of all)
      for (const { name, schema } of parameters) look(schema, `${operationId}?${name}`);
    expect(untyped).toEqual([]);
  });

  it('leaves open only what is any JSON by its contract', () => {
    const open = new Set<string>();
    const look = (value: unknown, name: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('x-any' in value) open.add(name);
      for (const [key, item] of Object.entries(value)) look(item, key);
    };
    look(document, '');
    expect([...open].sort()).toEqual([
      ...[
        'actionLog',
        'address',
        'columns',
        'consoleLog',
        'customEventLog',
        'data',
        'engagementType',
        'eventData',
      ],
      ...[
        'exampleData',
        'from',
        'headers',
        'lastPageView',
        'location',
        'networkLogs',
        'outboundHistory',
        'replay',
        'to',
      ],
    ]);
  });

  it('enumerates what each list sorts and filters by, as its contract does', () => {
    const lists = operations.flatMap((row) => {
      const { listing, query, filters } = requestFields(row);
      return listing && SORT in query ? [{ id: row.id, listing, filters }] : [];
    });
    expect(lists.length).toBeGreaterThan(25);
    for (const { id, listing, filters } of lists) {
      const { parameters = [] } = all.find(({ operationId }) => operationId === id) ?? {};
      const sort = findValueSchema(parameters.find(({ name }) => name === 'sort')?.schema);
      expect({ id, sort: sort.enum }).toEqual({
        id,
        sort: listing.sort.flatMap((name) => [name, `-${name}`]),
      });
      for (const [field, values] of Object.entries(listing.closed)) {
        if (!filters) continue;
        const { schema } = parameters.find(({ name }) => name === field) ?? {};
        expect({ id, field, values: findValueSchema(schema).enum }).toEqual({
          id,
          field,
          values: [...values, 'null'],
        });
      }
      const named = new Set(parameters.map(({ name }) => name));
      const fields = Object.keys(listing.filter).filter((name) => filters && listing.filter[name] !== 'free');
      expect({ id, missing: fields.filter((name) => !named.has(name)) }).toEqual({ id, missing: [] });
    }
  });

  it.each([
    ['tickets.list', 'priority', ['LOW', 'MEDIUM', 'HIGH']],
    ['tickets.list', 'sentiment', ['positive', 'negative', 'neutral']],
    ['tickets.counts', 'priority', ['LOW', 'MEDIUM', 'HIGH']],
    ['messages.find', 'rating', ['positive', 'negative']],
    ['tickets.list-scheduled-replies', 'status', ['pending', 'sent', 'cancelled', 'failed']],
    ['teams.list', 'assignmentMethod', ['random', 'balanced', 'manual', 'circular']],
    ['project-members.list', 'type', ['project', 'organisation']],
    ['project-members.list', 'role', ['admin', 'user', 'agent']],
    ['pipelines.list', 'recordType', ['companies', 'contacts']],
    ['pipelines.list', 'visibility', ['public', 'shared']],
    ['helpcenter-redirects.list', 'matchType', ['exact', 'pattern']],
  ])('%s enumerates %s as the closed values of a filter', (id, field, values) => {
    const { parameters = [] } = all.find(({ operationId }) => operationId === id) ?? {};
    const { schema } = parameters.find(({ name }) => name === field) ?? {};
    expect(findValueSchema(schema)).toMatchObject({ type: 'string', enum: [...values, 'null'] });
  });

  it.each(['type', 'status'])('tickets.list leaves the values of %s open', (field) => {
    const { parameters = [] } = all.find(({ operationId }) => operationId === 'tickets.list') ?? {};
    const { schema } = parameters.find(({ name }) => name === field) ?? {};
    expect(findValueSchema(schema)).toEqual({ type: 'string' });
  });

  it('refers to nothing that it does not have', () => {
    const missing = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
      .filter(([, kind = '', name = '']) => {
        const components = document.components as unknown as Record<string, Record<string, unknown>>;
        return components[kind]?.[name] === undefined;
      })
      .map(([reference]) => reference);
    expect(missing).toEqual([]);
  });

  it('shows every error of an operation by its code, as a problem document under its status', () => {
    for (const { operationId, responses } of all) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const { examples = {} } = content?.['application/problem+json'] ?? {};
        expect({ operationId, status, examples: Object.keys(examples).length > 0 }).toEqual({
          operationId,
          status,
          examples: true,
        });
        for (const [code, example] of Object.entries(examples)) {
          expect(findError(code.toUpperCase() as ErrorReason).status).toBe(Number(status));
          expect(example).toMatchObject({
            value: { code, status: Number(status), message: expect.stringMatching(/.+/) },
          });
        }
      }
    }
  });

  it('shows the errors that a row names', () => {
    for (const { id, options } of operations) {
      const entry = all.find(({ operationId }) => operationId === id);
      for (const reason of options.errors ?? []) {
        const response = entry?.responses[String(findError(reason).status)];
        expect(response?.content?.['application/problem+json']?.examples).toHaveProperty(
          reason.toLowerCase(),
        );
      }
    }
  });

  it('names no parameter of an operation twice', () => {
    for (const { operationId, parameters = [] } of all) {
      const names = parameters.map(({ name, in: place }) => `${operationId} ${place} ${name}`);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('gives every JSON body an example that has the required fields', () => {
    for (const { operationId, requestBody } of all) {
      const json = requestBody?.content['application/json'];
      if (!json) continue;
      const { schema, example } = json;
      const { required = [] } = resolveIn(document, schema) as { required?: string[] };
      expect({ operationId, missing: required.filter((name) => !(name in example)) }).toEqual({
        operationId,
        missing: [],
      });
    }
  });

  it('tells defaults and maxima of lists', () => {
    const list = all.find(({ operationId }) => operationId === 'tickets.list');
    const limit = list?.parameters?.find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({ schema: { type: 'integer', minimum: 0, default: 50 } });
    expect(limit?.description).toContain('1000');
  });
});
