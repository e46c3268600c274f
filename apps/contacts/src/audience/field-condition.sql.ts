import { comparableEmail } from '@parley/addresses';
import {
  type FieldCondition,
  fieldKind,
  operators,
  type Operator,
  parseTime,
  valueAt,
} from '@parley/audience';
import { EMAIL_ONLY } from '../contacts';

/** Puts a value among the parameters of a statement and answers how the statement names it. */
export type Bind = (value: unknown) => string;

/** The operands of a condition, at one point in time. */
interface Comparison {
  operator: Operator;
  value: unknown;
  bind: Bind;
}

const columns: Readonly<Record<string, string>> = {
  userId: 'user_id',
  email: 'email',
  name: 'name',
  phone: 'phone',
  avatar: 'avatar',
  lang: 'lang',
  companyId: 'company_id',
  companyName: 'company_name',
  plan: 'plan',
  platform: 'platform',
  deviceType: 'device_type',
  value: 'value',
  sla: 'sla',
  sessions: 'sessions',
  createdAt: 'created_at',
  firstActivity: 'first_activity',
  lastActivity: 'last_activity',
  lastHeardFrom: 'last_heard_from',
  unsubscribed: 'unsubscribed',
  emailOnly: EMAIL_ONLY,
  tags: 'tags',
  customData: 'custom_data',
  location: 'location',
};

const findColumn = (field: string): string => {
  const column = columns[field];
  if (column === undefined) throw new Error(`Contacts have no field ${field}`);
  return column;
};

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** A condition or its opposite, which holds of NULL too. An index serves the plain one only. */
const isTrue = (condition: string, wanted: boolean): string =>
  wanted ? `(${condition})` : `(${condition}) IS NOT TRUE`;

/** `eq` and `ne` of one or several values, none of which is null. */
const equality = (
  column: string,
  { operator, value }: Comparison,
  anyOf: (values: unknown[]) => string,
): string => {
  if (value === null || value === undefined) return `${column} IS ${operator === 'eq' ? '' : 'NOT '}NULL`;
  return isTrue(anyOf([value].flat()), operator === 'eq');
};

/** Holds for every text that may hold another in any case; beyond ASCII only the reader of the rows knows. */
const mayContain = (text: string, part: string, bind: Bind): string => {
  const lower = `strpos(lower(${text} COLLATE "C"), ${bind(part.toLowerCase())}::text) > 0`;
  return `(${lower} OR octet_length(${text}) <> char_length(${text}))`;
};

const textCondition = (field: string, comparison: Comparison): string => {
  const column = findColumn(field);
  const { operator, value, bind } = comparison;
  switch (operator) {
    case 'eq':
    case 'ne':
      return equality(column, comparison, (values) => {
        const wanted = field === 'email' ? values.map((one) => comparableEmail(String(one))) : values;
        return `${column} = ANY(${bind(wanted)}::text[])`;
      });
    case 'contains':
      return mayContain(column, String(value), bind);
    case 'exists':
      return isTrue(`${column} <> ''`, value !== false);
    default:
      // Times are read from texts by the reader of the rows.
      if (parseTime(String(value)) !== undefined) return `${column} IS NOT NULL`;
      return `${column} COLLATE "C" ${signs[operator]} ${bind(value)}::text`;
  }
};

const scalarCondition = (field: string, type: string, comparison: Comparison): string => {
  const column = findColumn(field);
  const { operator, value, bind } = comparison;
  switch (operator) {
    case 'eq':
    case 'ne':
      return equality(column, comparison, (values) => `${column} = ANY(${bind(values)}::${type}[])`);
    case 'exists':
      return `${column} IS ${value === false ? '' : 'NOT '}NULL`;
    case 'contains':
      throw new Error(`${field} holds no texts`);
    default:
      return `${column} ${signs[operator]} ${bind(value)}::${type}`;
  }
};

const tagsCondition = (comparison: Comparison): string => {
  const { operator, value, bind } = comparison;
  switch (operator) {
    case 'eq':
    case 'ne':
      return equality('tags', comparison, (values) => `tags && ${bind(values)}::text[]`);
    case 'contains':
      return `tags @> ${bind([value])}::text[]`;
    case 'exists':
      return isTrue('cardinality(tags) > 0', value !== false);
    default:
      throw new Error('Tags have no order');
  }
};

/** Every way through free JSON to a field: a key that is written with dots counts before nested ones. */
const listPaths = (path: string): string[][] => {
  const at = path.indexOf('.');
  const [first, rest] = [path.slice(0, at), path.slice(at + 1)];
  return at < 0 ? [[path]] : [[path], ...listPaths(rest).map((deeper) => [first, ...deeper])];
};

/** The free JSON of a field: its column and what names it inside. */
const freeField = (field: string): { column: string; path: string } => {
  const at = field.indexOf('.');
  return { column: findColumn(field.slice(0, at)), path: field.slice(at + 1) };
};

/** The value under a field of free JSON, as an SQL expression. */
const freeValue = (field: string, bind: Bind): string => {
  const { column, path } = freeField(field);
  const ways = listPaths(path).map(
    (keys) => `(${column}${keys.map((key) => ` -> ${bind(key)}::text`).join('')})`,
  );
  return ways.length === 1 ? (ways[0] ?? '') : `coalesce(${ways.join(', ')})`;
};

/** More alternatives than these are not looked up by index. */
const MAX_ALTERNATIVES = 24;

/** Holds for every contact with one of the values under the field of its custom data, and is found by index. */
const byIndex = (field: string, values: readonly unknown[], bind: Bind): string | undefined => {
  const { column, path } = freeField(field);
  if (column !== columns['customData']) return undefined;
  const documents = listPaths(path).flatMap((keys) =>
    values.flatMap((value) =>
      [value, [value]].map((held) => keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), held)),
    ),
  );
  if (documents.length > MAX_ALTERNATIVES) return undefined;
  return documents.map((one) => `${column} @> ${bind(JSON.stringify(one))}::jsonb`).join(' OR ');
};

const freeRange = (json: string, operator: keyof typeof signs, value: unknown, bind: Bind): string => {
  if (typeof value === 'number')
    return `CASE WHEN jsonb_typeof(${json}) = 'number' THEN (${json})::numeric ${signs[operator]} ${bind(value)}::numeric END`;
  const isText = `jsonb_typeof(${json}) = 'string'`;
  if (parseTime(String(value)) !== undefined) return isText;
  return `(${isText} AND (${json} #>> '{}') COLLATE "C" ${signs[operator]} ${bind(value)}::text)`;
};

const freeCondition = (field: string, { operator, value, bind }: Comparison): string => {
  const json = freeValue(field, bind);
  const absent = `(${json} IS NULL OR ${json} = 'null'::jsonb)`;
  const hasOne = (values: readonly unknown[]): string =>
    `${json} @> ANY(${bind(values.map((one) => JSON.stringify(one)))}::jsonb[])`;
  switch (operator) {
    case 'eq': {
      if (value === null || value === undefined) return absent;
      const values = [value].flat();
      const found = byIndex(field, values, bind);
      return found === undefined ? hasOne(values) : `((${found}) AND ${hasOne(values)})`;
    }
    case 'ne':
      return value === null || value === undefined ? `NOT ${absent}` : isTrue(hasOne([value].flat()), false);
    case 'contains': {
      const element = `(jsonb_typeof(${json}) = 'array' AND ${hasOne([value])})`;
      if (typeof value !== 'string') return element;
      const part = mayContain(`(${json} #>> '{}')`, value, bind);
      return `(${element} OR (jsonb_typeof(${json}) = 'string' AND ${part}))`;
    }
    case 'exists':
      return isTrue(`${json} NOT IN ('null'::jsonb, '""'::jsonb, '[]'::jsonb, '{}'::jsonb)`, value !== false);
    default:
      return freeRange(json, operator, value, bind);
  }
};

/**
 * SQL over `contact` that holds for every contact of which the condition holds. It may hold for a few more, where
 * PostgreSQL compares otherwise than `@parley/audience`: texts that are times, and cases of letters beyond ASCII.
 */
export const fieldConditionSql = (condition: FieldCondition, at: Date, bind: Bind): string => {
  const { field } = condition;
  const comparison = { operator: operators[condition.operator], value: valueAt(condition, at), bind };
  switch (fieldKind(field)) {
    case 'text':
      return textCondition(field, comparison);
    case 'number':
      return scalarCondition(field, 'double precision', comparison);
    case 'time':
      return scalarCondition(field, 'timestamptz(3)', comparison);
    case 'boolean':
      return scalarCondition(field, 'boolean', comparison);
    case 'list':
      return tagsCondition(comparison);
    case 'free':
      return freeCondition(field, comparison);
    case undefined:
      throw new Error(`Audiences do not look at ${field}`);
  }
};

/** The value of a field, as an SQL expression that reads like the field of the public document. */
export const fieldValueSql = (field: string, bind: Bind): string =>
  fieldKind(field) === 'free' ? freeValue(field, bind) : findColumn(field);
