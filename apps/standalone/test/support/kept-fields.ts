import type { FullProject } from './full-project';
import { probes } from './requests';
import type { readDocument } from './surface';

/** What became of the fields of bodies, each by its operation and name. */
export interface KeptFields {
  /** Answered as sent, or named in `Ignored-Fields`. */
  kept: string[];
  /** Taken, and answered otherwise. */
  dropped: string[];
}

/**
 * Sends each field of each body that the answer has too, with a value of its own that is valid by the document, beside what the
 * operation's usual request has. What is refused is told to whoever sent it, and counts as neither.
 */
export const sendEachField = async (
  document: Awaited<ReturnType<typeof readDocument>>,
  its: FullProject,
): Promise<KeptFields> => {
  const schemas = document.components.schemas as Record<string, Schema>;
  const resolve = (schema: Schema = {}): Schema =>
    schema.$ref ? resolve(schemas[schema.$ref.split('/').at(-1) ?? '']) : schema;
  const kept: string[] = [];
  const dropped: string[] = [];
  for (const methods of Object.values(document.paths))
    for (const [method, { operationId, requestBody, responses }] of Object.entries(methods)) {
      const fields = resolve(requestBody?.content['application/json']?.schema as Schema).properties ?? {};
      const answered = resolve(responses['200']?.content?.['application/json']?.schema as Schema).properties;
      const [request] = probes[operationId]?.(its, its) ?? [];
      if (!answered || !request || method === 'delete') continue;
      for (const [name, schema] of Object.entries(fields)) {
        const value = name in answered ? valueFor(schema, name, its, resolve) : undefined;
        if (value === undefined) continue;
        const { caller = its.admin, headers, path: asked } = request;
        const body = { ...(request.body as object), [name]: value };
        const answer = await caller.call(method.toUpperCase(), asked, body, headers);
        const ignored = answer.headers.get('ignored-fields')?.split(', ') ?? [];
        if (answer.status >= 300) continue;
        const isKept = shows(value, answer.body[name]) || ignored.includes(name);
        (isKept ? kept : dropped).push(`${operationId} ${name}`);
      }
    }
  return { kept, dropped };
};

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

const ID = '^[0-9a-f]{24}$';

/** Whether a value is shown: it itself, a document with this id, or texts and lists that have it among others. */
const shows = (sent: unknown, shown: unknown): boolean => {
  if (Array.isArray(sent))
    return Array.isArray(shown) && sent.every((one) => shown.some((other) => shows(one, other)));
  if (typeof sent === 'object' && sent !== null)
    return (
      typeof shown === 'object' &&
      shown !== null &&
      Object.entries(sent).every(([key, value]) => shows(value, (shown as Record<string, unknown>)[key]))
    );
  if (typeof sent !== 'string') return sent === shown;
  return JSON.stringify(shown ?? null).includes(sent);
};

/** Things that are there, by the fields that name them. */
const idFor = (name: string, { ids }: FullProject): string | undefined =>
  ({
    session: ids.contact,
    sessions: ids.contact,
    processingUser: ids.agent,
    processingTeam: ids.team,
    mentions: ids.agent,
    users: ids.agent,
    members: ids.agent,
    teams: ids.team,
    handoffTeam: ids.team,
    linkedTickets: ids.main,
    trackerTicket: ids.tracker,
    author: ids.agent,
    parent: ids.collection,
  })[name];

/** A value of a schema; undefined where none can be told by it. */
const valueFor = (
  given: Schema,
  name: string,
  its: FullProject,
  resolve: (schema?: Schema) => Schema,
): unknown => {
  const { anyOf, enum: values, examples, ...schema } = resolve(given);
  const within = (one: Schema, key: string): unknown => valueFor(one, key, its, resolve);
  if (schema.pattern === ID) return idFor(name, its);
  if (values) return values.find((value) => value !== null);
  if (anyOf) return anyOf.map((one) => within(one, name)).find((value) => value !== undefined);
  if (examples) return examples[0];
  switch ([schema.type].flat().find((one) => one !== 'null')) {
    case 'string':
      if (schema.format === 'email') return `${name}@kept.example`.toLowerCase();
      if (schema.format === 'uri') return `https://kept.example/${name}`;
      if (schema.format === 'date-time') return '2031-05-06T07:08:09.000Z';
      return schema.pattern ? undefined : `kept ${name}`.slice(0, schema.maxLength);
    case 'integer':
    case 'number':
      return schema.maximum ?? Math.max(schema.minimum ?? 7, 7);
    case 'boolean':
      return true;
    case 'array': {
      const element = within(schema.items ?? {}, name);
      return element === undefined ? undefined : [element];
    }
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([key, one]) => [key, within(one, key)]);
      const known = members.filter(([, value]) => value !== undefined);
      if (known.length > 0) return Object.fromEntries(known);
      return schema.additionalProperties === true ? { kept: name } : undefined;
    }
    default:
      return undefined;
  }
};
