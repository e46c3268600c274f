import { isEmail } from '@parley/addresses';
import { type FieldProblem, MOST_PROBLEMS } from '@parley/errors';
import { type JsonSchema, messageSchemas } from '@parley/proto';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { closedValue } from './closed';

const INT32_MAX = 2 ** 31 - 1;
const DOCUMENT = 'parley';

const plain = new Ajv({ strict: false });
addFormats(plain, ['date', 'date-time']);
const isDate = plain.compile({ type: 'string', format: 'date' });
const isDateTime = plain.compile({ type: 'string', format: 'date-time' });

/** An RFC 3339 time or a bare date (midnight UTC) as ISO 8601 UTC with milliseconds; undefined for anything else. */
export const toIsoTime = (text: string): string | undefined => {
  if (!isDate(text) && !isDateTime(text)) return undefined;
  const time = new Date(text.toUpperCase());
  if (Number.isNaN(time.getTime())) return undefined;
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time.toISOString() : undefined;
};

interface Site {
  parentData?: unknown;
  parentDataProperty?: string | number;
}

const replace = (site: Site | undefined, value: string): void => {
  (site?.parentData as Record<string | number, unknown>)[site?.parentDataProperty as string | number] = value;
};

const createAjv = (allErrors: boolean): Ajv => {
  const ajv = new Ajv({ allErrors, strict: false, verbose: true });
  addFormats(ajv, ['uri', 'byte', 'double']);
  ajv.addFormat('email', isEmail);
  ajv.addKeyword({
    keyword: CLOSED,
    schemaType: 'array',
    before: 'enum',
    modifying: true,
    errors: false,
    validate: (values: string[], data: unknown, _parent?: unknown, site?: Site) => {
      if (typeof data === 'string') replace(site, closedValue(values, data));
      return true;
    },
  });
  ajv.addKeyword({
    keyword: SEVERAL,
    schemaType: 'array',
    type: 'string',
    modifying: true,
    errors: false,
    validate: (values: string[], data: string, _parent?: unknown, site?: Site) => {
      if (values.length === 0) return true;
      const sent = data.split(',').map((value) => closedValue(values, value.trim()));
      replace(site, sent.join(','));
      return sent.every((value) => value === '' || values.includes(value));
    },
  });
  ajv.addKeyword({
    keyword: 'timestamp',
    type: 'string',
    modifying: true,
    errors: false,
    validate: (_schema: unknown, data: string, _parent?: unknown, site?: Site) => {
      const time = toIsoTime(data);
      if (time === undefined) return false;
      // The field takes the form that the contract has for it, whatever the caller wrote.
      replace(site, time);
      return true;
    },
  });
  return ajv;
};

/** Keyword of texts with a few values: one that is written in other letters becomes the one that is meant. */
const CLOSED = 'closed';

/** Keyword of texts of several values by comma, with the values that there are; none where any text is one. */
export const SEVERAL = 'x-several';

/** The members of free JSON that is an object of a shape with names, each by its own shape. */
const findMembers = ({ 'x-members': name }: JsonSchema): Record<string, JsonSchema> | undefined => {
  if (name === undefined) return undefined;
  const members = Object.entries(messageSchemas[name as string]?.properties ?? {});
  return Object.fromEntries(
    members.map(([key, member]) => [key, (member['x-shape'] ?? member) as JsonSchema]),
  );
};

/** A schema as the validator takes it: references into the shared document, int32 bounds, times normalised. */
const prepare = (schema: JsonSchema): JsonSchema => {
  const result: JsonSchema = {};
  const members = findMembers(schema);
  if (members) result['properties'] = members;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$ref') result['$ref'] = (value as string).replace(/^#/, `${DOCUMENT}#`);
    else if (keyword === 'properties')
      result['properties'] = Object.fromEntries(
        Object.entries(value as Record<string, JsonSchema>).map(([name, property]) => [
          name,
          prepare(property),
        ]),
      );
    else if (keyword === 'items' || (keyword === 'additionalProperties' && typeof value === 'object'))
      result[keyword] = prepare(value as JsonSchema);
    else if (!['description', 'examples', 'x-present', 'x-shape', 'x-members', 'x-listing'].includes(keyword))
      result[keyword] = value;
  }
  if (result['format'] === 'date-time') {
    delete result['format'];
    result['timestamp'] = true;
  }
  if (result['type'] === 'string' && Array.isArray(result['enum'])) result[CLOSED] = result['enum'];
  if (result['type'] === 'integer') {
    result['minimum'] ??= -INT32_MAX;
    result['maximum'] ??= INT32_MAX;
  }
  return result;
};

const components = Object.fromEntries(
  Object.entries(messageSchemas).map(([name, schema]) => [name, prepare(schema)]),
);

const engines = [false, true].map((allErrors) => {
  const ajv = createAjv(allErrors);
  ajv.addSchema({ $id: DOCUMENT, components: { schemas: components } });
  return ajv;
}) as [first: Ajv, all: Ajv];

const types: Record<string, string> = {
  string: 'must be a text',
  boolean: 'must be true or false',
  integer: 'must be a whole number',
  number: 'must be a number',
  array: 'must be a list',
  object: 'must be an object',
};

const lengthMessage = (bound: string, limit: number, unit: string): string =>
  `must have at ${bound} ${limit} ${unit}${limit === 1 ? '' : 's'}`;

const describeError = ({ keyword, params, parentSchema, message }: ErrorObject): string => {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type': {
      const [type = ''] = [params['type'] as string | string[]].flat();
      return types[type] ?? `must be ${type}`;
    }
    case 'minLength':
      return limit === 1 ? 'must not be empty' : lengthMessage('least', limit, 'character');
    case 'maxLength':
      return lengthMessage('most', limit, 'character');
    case 'minItems':
      return lengthMessage('least', limit, 'element');
    case 'maxItems':
      return lengthMessage('most', limit, 'element');
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case SEVERAL:
      return `must be one of ${(parentSchema?.[SEVERAL] as string[]).join(', ')}`;
    case 'pattern':
      return parentSchema?.['pattern'] === '^[0-9a-f]{24}$'
        ? 'must be an id of 24 hexadecimal digits'
        : `must match ${String(params['pattern'])}`;
    case 'format':
      return params['format'] === 'email'
        ? 'must be an e-mail address'
        : `must be a valid ${String(params['format'])}`;
    case 'timestamp':
      return 'must be a time such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31';
    default:
      return message ?? 'is not valid';
  }
};

const toProblem = (error: ErrorObject): FieldProblem => {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required') path.push(String(error.params['missingProperty']));
  return { field: path.join('.'), message: describeError(error) };
};

/** Checks a value and normalises its times; answers its problems, or undefined. */
export type Validator = (value: unknown, thorough: boolean) => FieldProblem[] | undefined;

/**
 * A validator of an object schema, compiled on first use. It stops at the first problem; with `thorough` it then lists
 * all, which takes memory by the size of the value.
 */
export const createValidator = (schema: JsonSchema): Validator => {
  const prepared = prepare(schema);
  let first: ValidateFunction | undefined;
  let all: ValidateFunction | undefined;
  return (value, thorough) => {
    first ??= engines[0].compile(prepared);
    if (first(value)) return undefined;
    if (!thorough) return (first.errors ?? []).map(toProblem);
    all ??= engines[1].compile(prepared);
    all(value);
    return (all.errors ?? []).slice(0, MOST_PROBLEMS).map(toProblem);
  };
};
