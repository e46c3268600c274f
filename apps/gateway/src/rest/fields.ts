import {
  type JsonSchema,
  type Listing,
  type MessageSchema,
  type RpcDescription,
  messageSchemas,
  rpcDescriptions,
} from '@parley/proto';
import { methodPath } from '@parley/rpc';
import type { Operation } from './operation';

/** The contract of an operation's RPC. */
export const describeRpc = ({ definition, rpc, id }: Operation): RpcDescription => {
  const method = definition.methods[rpc];
  const description = method && rpcDescriptions[methodPath(definition, method)];
  if (!description) throw new Error(`${id}: the contract has no RPC ${definition.fullName}.${rpc}`);
  return description;
};

/** The schema of a message by its full name. */
export const messageSchema = (name: string): MessageSchema => {
  const schema = messageSchemas[name];
  if (!schema) throw new Error(`The contract has no message ${name}`);
  return schema;
};

/** Request fields that the gateway fills itself and a caller cannot send; the first in a query alone. */
export const CONDITIONS = 'filter';
export const NULLS = 'nulls';

/** Field of a list's request that orders it. */
export const SORT = 'sort';

/** Names of the parameters in a path, in order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

const referenced = (schema: JsonSchema | undefined): MessageSchema | undefined => {
  const reference = schema?.['$ref'];
  return typeof reference === 'string' ? messageSchema(reference.split('/').at(-1) as string) : undefined;
};

/** Where the parts of a request come from. */
export interface RequestFields {
  path: string[];
  /** Fields that the query may set; of a request with a body only those that the row names. */
  query: Record<string, JsonSchema>;
  /** Sort keys and filters of the query; undefined for operations that are no list. */
  listing: Listing | undefined;
  /** Whether unknown query keys are conditions, which go to the field `filter`. */
  filters: boolean;
  /** Top-level fields of the body as the public sees them; undefined without a body. */
  body: Record<string, JsonSchema> | undefined;
  /** Those of them that belong to the message in the field `into`. */
  nested: ReadonlySet<string>;
  /** Required names of the query or the body. */
  required: string[];
  /** Whether the names of fields sent as null are handed on. */
  keepsNulls: boolean;
  nullsInside: NullPlaces;
}

/** Lists with elements that each carry the names of their own fields sent as null, and such lists inside of them. */
export interface NullPlaces {
  readonly [list: string]: NullPlaces;
}

/** Finds such lists among properties. */
const nullPlaces = (properties: Record<string, JsonSchema>): NullPlaces =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { items }]) => {
      const element = referenced(items as JsonSchema | undefined)?.properties;
      return element && NULLS in element ? [[name, nullPlaces(element)]] : [];
    }),
  );

const writable = (
  properties: Record<string, JsonSchema>,
  except: readonly string[],
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).filter(
      ([name, schema]) => !except.includes(name) && schema['readOnly'] !== true,
    ),
  );

/** Whether an operation takes a body. */
export const hasBody = ({ method, options }: Operation): boolean =>
  options.bodyToo === true || method === 'POST' || method === 'PUT' || method === 'PATCH';

/** Works out where each field of an operation's request comes from. */
export const requestFields = (operation: Operation): RequestFields => {
  const request = messageSchema(describeRpc(operation).request);
  const path = pathParameters(operation.path);
  const { into, ignores = [] } = operation.options;
  const own = writable(request.properties, [
    ...path,
    ...ignores,
    // In a body it is a field as any other.
    ...(hasBody(operation) ? [] : [CONDITIONS]),
    NULLS,
    ...(into === undefined ? [] : [into]),
  ]);
  const target = into === undefined ? undefined : referenced(request.properties[into]);
  if (into !== undefined && !target) throw new Error(`${operation.id}: ${into} is no message`);
  const unknown = ignores.find((name) => !(name in { ...request.properties, ...target?.properties }));
  if (unknown !== undefined) throw new Error(`${operation.id}: there is no field ${unknown} to ignore`);
  const nested = writable(target?.properties ?? {}, [...Object.keys(own), ...ignores]);
  const fields = { ...nested, ...own };
  const required = [...request.required, ...(target?.required ?? [])].filter((name) => name in fields);
  const listing = request['x-listing'];
  if (!listing && !hasBody(operation) && (SORT in request.properties || CONDITIONS in request.properties))
    throw new Error(`${operation.id}: its request lacks the option \`listing\``);
  const { raw, queryToo = [], queryOnly = [] } = operation.options;
  const body = hasBody(operation);
  const inQuery = Object.entries(fields).filter(([name]) => [...queryToo, ...queryOnly].includes(name));
  const inBody = Object.entries(fields).filter(([name]) => !queryOnly.includes(name));
  return {
    path,
    query: body ? Object.fromEntries(inQuery) : fields,
    listing,
    filters: !body && CONDITIONS in request.properties,
    body: raw ? {} : body ? Object.fromEntries(inBody) : undefined,
    nested: new Set(Object.keys(nested)),
    required: [...new Set(required)],
    keepsNulls: NULLS in request.properties,
    nullsInside: nullPlaces(fields),
  };
};

/** Whether an operation answers a list, bare or beside other things. A list inside a document is none. */
const answersList = (operation: Operation): boolean => {
  const { out } = operation.options;
  if (out === 'empty') return false;
  const { properties } = messageSchema(describeRpc(operation).response);
  const answered = typeof out === 'string' ? [properties[out]] : Object.values(properties);
  return answered.some((schema) => schema?.['type'] === 'array');
};

/** Whether an operation reads its query: it then refuses unknown keys. Lists, and counts of lists, do so always. */
export const readsQuery = (operation: Operation): boolean => {
  const { query, filters } = requestFields(operation);
  return Object.keys(query).length > 0 || filters || (!hasBody(operation) && answersList(operation));
};
