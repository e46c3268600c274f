// Writes what `packages/client` knows of the API from its OpenAPI document: types of everything that is sent and answered, an
// interface for each group of operations, and a line for each operation that the client reads at run time.
import { mkdirSync, writeFileSync } from 'node:fs';
import { at } from '../paths.mjs';
import { loadTypescript } from '../load-typescript.mjs';
import { capital, comment, createTypes, nameSchemas } from './types.mjs';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const { createOpenApi } = await loadTypescript('apps/gateway/src/rest/openapi.ts');
const { operations } = await loadTypescript('apps/gateway/src/routes/index.ts');
const document = createOpenApi(operations);
const { schemas, parameters } = document.components;
const names = nameSchemas(schemas);
const write = createTypes(names);

const camel = (text) => text.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
const resolve = (schema) => (schema?.$ref ? resolve(schemas[schema.$ref.split('/').at(-1)]) : schema);

/** The type of the items of a list that is read page by page. */
const itemOf = (schema) => {
  const found = resolve(schema);
  const choices = (found.anyOf ?? found.oneOf ?? [found]).map(resolve);
  const list = choices.find(({ type }) => type === 'array');
  if (list?.items.$ref) return write(list.items);
  const lists = Object.values(choices[0].properties ?? {}).filter((one) => one.type === 'array');
  return lists.length === 1 && lists[0].items.$ref ? write(lists[0].items) : undefined;
};

const read = (path, method, operation) => {
  const all = (operation.parameters ?? []).map((one) =>
    one.$ref ? parameters[one.$ref.split('/').at(-1)] : one,
  );
  const [prefix, name] = operation.operationId.split('.');
  const answer = operation.responses['200']?.content ?? {};
  const content = operation.requestBody?.content ?? {};
  const [media] = Object.keys(content);
  const query = all.filter((one) => one.in === 'query');
  const isPaged = ['skip', 'limit'].every((one) => query.some((parameter) => parameter.name === one));
  const json = answer['application/json']?.schema;
  return {
    group: camel(prefix),
    name: camel(name),
    method: method.toUpperCase(),
    path,
    operation,
    query,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id),
    media,
    body: content[media]?.schema,
    json,
    isText: !json && answer['text/csv'] !== undefined,
    isRepeatable: all.some((one) => one.name === 'Idempotency-Key'),
    item: isPaged && json && prefix !== 'statistics' ? itemOf(json) : undefined,
  };
};

const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  METHODS.filter((method) => methods[method]).map((method) => read(path, method, methods[method])),
);
const groups = Map.groupBy(all, ({ group }) => group);

const typeName = ({ group, name }) => capital(group) + capital(name);

/** Types of one operation's body and query. */
const inputTypes = (one) => {
  const types = [];
  if (one.media === 'application/json')
    types.push(
      `/** Body of \`${one.group}.${one.name}\`. */\nexport type ${typeName(one)}Body = ${write(one.body)};\n`,
    );
  if (one.query.length > 0) {
    const schema = {
      properties: Object.fromEntries(
        one.query.map((q) => [q.name, { ...q.schema, description: q.description }]),
      ),
      required: one.query.filter(({ required }) => required).map(({ name }) => name),
    };
    types.push(
      `/** Query of \`${one.group}.${one.name}\`. */\nexport interface ${typeName(one)}Query ${write(schema)}\n`,
    );
  }
  if (one.json && !isNamed(one.json))
    types.push(
      `/** Answer of \`${one.group}.${one.name}\`. */\nexport type ${typeName(one)}Answer = ${write(one.json)};\n`,
    );
  return types.join('\n');
};

/** Whether a schema refers to a type, or is a list of such. */
const isNamed = ({ $ref, items }) => $ref !== undefined || items?.$ref !== undefined;

const answerType = (one) => {
  if (!one.json) return one.isText ? 'string' : 'void';
  return isNamed(one.json) ? `T.${write(one.json)}` : `T.${typeName(one)}Answer`;
};

const bodyType = (one) => {
  if (one.media === undefined) return undefined;
  if (one.media === 'application/json') return `T.${typeName(one)}Body`;
  return one.media === 'multipart/form-data' ? 'FormData | Blob' : 'string | Uint8Array<ArrayBuffer>';
};

/** The type of the names that a query chooses fields by; undefined where it chooses none. */
const choiceType = ({ query }) => {
  const chooses = query.find((parameter) => parameter['x-chooses-fields']);
  return chooses && `T.${write(resolve(chooses.schema).anyOf[0])}`;
};

const methodOf = (one) => {
  const { operation, ids, query } = one;
  const choice = choiceType(one);
  const body = bodyType(one);
  const isOptional = !operation.requestBody?.required || !(resolve(one.body)?.required?.length > 0);
  const needsQuery = query.some(({ required }) => required);
  const parts = [
    ...ids.map((id) => `${id}: string | number`),
    ...(body
      ? [`body${isOptional && one.media === 'application/json' && !needsQuery ? '?' : ''}: ${body}`]
      : []),
    ...(query.length > 0 ? [`query${needsQuery ? '' : '?'}: T.${typeName(one)}Query`] : []),
    'options?: CallOptions',
  ];
  const show = (wrap) =>
    one.item
      ? `Page<${wrap(answerType(one))}, ${wrap(`T.${one.item}`)}>`
      : `Promise<${wrap(answerType(one))}>`;
  const about = comment(operation.description ?? operation.summary, '  ');
  const whole = `${about}  ${one.name}(${parts.join(', ')}): ${show((type) => type)};\n`;
  if (!choice) return whole;
  // Before the other, which takes such a query too.
  const chosen = parts.map((part) =>
    part.startsWith('query') ? `query: Choosing<T.${typeName(one)}Query, Field>` : part,
  );
  return `${about}  ${one.name}<const Field extends ${choice}>(${chosen.join(', ')}): ${show((type) => `Chosen<${type}, Field>`)};\n${whole}`;
};

const schemaTypes = Object.entries(schemas).map(
  ([name, schema]) => `${comment(schema.description)}export type ${names.get(name)} = ${write(schema)};\n`,
);
const lines = all.map((one) => {
  const flags = [
    ...(one.media === undefined
      ? []
      : [one.media === 'application/json' ? 'j' : one.media === 'multipart/form-data' ? 'f' : one.media]),
    ...(one.query.length > 0 ? ['q'] : []),
    ...(one.item ? ['p'] : []),
    ...(one.isText ? ['t'] : []),
    ...(one.isRepeatable ? ['k'] : []),
  ];
  return `${one.group}.${one.name} ${one.method} ${one.path} ${flags.join(',')}`;
});

const folder = at('packages/client/src/generated');
mkdirSync(folder, { recursive: true });
const put = (name, text) => writeFileSync(`${folder}/${name}`, text);
put('types.ts', [...schemaTypes, ...all.map(inputTypes).filter(Boolean)].join('\n'));
put(
  'groups.ts',
  `import type { CallOptions } from '../call';\nimport type { Choosing, Chosen } from '../chosen';\nimport type { Page } from '../page';\nimport type * as T from './types';\n\n${[
    ...groups,
  ]
    .map(
      ([group, members]) =>
        `/** Operations of \`${group}\`. */\nexport interface ${capital(group)} {\n${members.map(methodOf).join('')}}\n`,
    )
    .join(
      '\n',
    )}\n/** Every group of operations. */\nexport interface Groups {\n${[...groups.keys()].map((group) => `  readonly ${group}: ${capital(group)};\n`).join('')}}\n`,
);
put(
  'operations.ts',
  `/** A line for each operation: its name, method, path, and flags (\`call.ts\`). */\nexport const operations = ${JSON.stringify(lines.join('\n'))};\n`,
);
