import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { matchesPath } from './surface';

type Json = Record<string, unknown>;

/** A request and its answer. */
export interface Answered {
  method: string;
  /** Below the version prefix, with its query. */
  path: string;
  /** The body that was sent; undefined where it is not to be checked. */
  sent: unknown;
  status: number;
  contentType: string;
  body: unknown;
}

/** Finds what is not as the document says; undefined where all is, or where no operation answered. */
export type CheckAnswer = (answered: Answered) => string | undefined;

/** Whether a value is a plain object, of whatever realm: no list, form or bytes. */
const isRecord = (value: unknown): value is Json =>
  Object.prototype.toString.call(value) === '[object Object]';

/** A JSON pointer. */
const pointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** What a pointer leads to, and where that is: a reference there is followed. Undefined where there is nothing. */
const follow = (document: Json, place: string): { place: string; value: Json } | undefined => {
  const steps = place
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const value = steps.reduce<unknown>((found, step) => (found as Json | undefined)?.[step], document);
  if (!isRecord(value)) return undefined;
  const reference = value['$ref'];
  return typeof reference === 'string' ? follow(document, reference.slice(1)) : { place, value };
};

/**
 * Schemas of objects that have no other members than those they name: what an answer has and the document does not name is a
 * fault as well. What consists of several is one schema.
 */
const closed = (document: Json, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => closed(document, item));
  if (!isRecord(value)) return value;
  const { allOf, ...own } = value;
  if (Array.isArray(allOf)) {
    const parts = (allOf as Json[]).map((part) =>
      typeof part['$ref'] === 'string' ? (follow(document, part['$ref'].slice(1))?.value ?? {}) : part,
    );
    const properties = Object.assign({}, ...parts.map((part) => part['properties'])) as Json;
    const required = [...new Set(parts.flatMap((part) => (part['required'] ?? []) as string[]))];
    return closed(document, { ...own, type: 'object', properties, required });
  }
  const inner = Object.fromEntries(Object.entries(own).map(([key, item]) => [key, closed(document, item)]));
  const isOpen = inner['type'] === 'object' && isRecord(inner['properties']);
  return isOpen ? { additionalProperties: false, ...inner } : inner;
};

/** Schemas that demand no member: of answers to a query that chooses fields. */
const withoutRequired = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutRequired);
  if (!isRecord(value)) return value;
  const { required, ...rest } = value;
  const kept = Array.isArray(required) ? rest : value;
  return Object.fromEntries(Object.entries(kept).map(([key, item]) => [key, withoutRequired(item)]));
};

/** What is wrong with a value by the schema at a place of a document, which is compiled on its first use. */
const createJudge = (document: Json): ((place: string, value: unknown) => string | undefined) => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  // Times may be written as dates, too.
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
  ajv.addSchema({ ...document, $id: 'document' });
  const compiled = new Map<string, ValidateFunction>();
  return (place, value) => {
    const check = compiled.get(place) ?? ajv.compile({ $ref: `document#${encodeURI(place)}` });
    compiled.set(place, check);
    if (check(value)) return undefined;
    const [{ instancePath = '', message = '', params = {} } = {}] = check.errors ?? [];
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  };
};

const takesNull = ({ type, anyOf }: Json): boolean =>
  [type].flat().includes('null') || (Array.isArray(anyOf) && anyOf.some(takesNull));

/** Where null clears nothing, it means the same as absent; inside of values nulls are the resource's own. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(members.map(([key, item]) => [key, withoutNulls(item)]));
};

/** Prepares the check of answers, and of requests that were carried out, by an OpenAPI document. */
export const createCheckAnswer = (document: Json): CheckAnswer => {
  const answered = closed(document, document) as Json;
  const judgeAnswer = createJudge(answered);
  const judgePart = createJudge(withoutRequired(answered) as Json);
  const judgeRequest = createJudge(document);
  // A path without parameters comes before one that fits it as well.
  const paths = Object.entries(document['paths'] as Record<string, Json>).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );

  const faultOfRequest = (operation: string, { sent, status }: Answered): string | undefined => {
    const schema = follow(
      document,
      `${operation}${pointer('requestBody', 'content', 'application/json', 'schema')}`,
    );
    if (status >= 300 || !schema || !isRecord(sent)) return undefined;
    const fields = Object.values((schema.value['properties'] ?? {}) as Record<string, Json>);
    const cleared = fields.some(takesNull) ? Object.entries(sent).filter(([, value]) => value === null) : [];
    const fault = judgeRequest(schema.place, {
      ...(withoutNulls(sent) as Json),
      ...Object.fromEntries(cleared),
    });
    return fault && `the request was taken: ${fault}`;
  };

  const faultOfAnswer = (
    operation: string,
    { path, status, contentType, body }: Answered,
  ): string | undefined => {
    const judge = /[?&]fields(\[\d*\])?=/.test(path) && status === 200 ? judgePart : judgeAnswer;
    const response = follow(document, `${operation}${pointer('responses', String(status))}`);
    if (!response) return 'no answer of this status is documented';
    const types = Object.keys((response.value['content'] ?? {}) as Json);
    if (body === '' && types.length === 0) return undefined;
    const type = contentType.split(';')[0] ?? '';
    if (!types.includes(type)) return `no answer of type ${type} is documented`;
    return judge(`${response.place}${pointer('content', type, 'schema')}`, body);
  };

  return (answered) => {
    const verb = answered.method.toLowerCase();
    const [path] =
      paths.find(([one, methods]) => verb in methods && matchesPath({ path: one }, answered.path)) ?? [];
    if (path === undefined) return undefined;
    const operation = pointer('paths', path, verb);
    return faultOfAnswer(operation, answered) ?? faultOfRequest(operation, answered);
  };
};
