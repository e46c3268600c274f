import type { JsonSchema, MessageSchema } from '@parley/proto';
import { NULLS } from './fields';

const SCHEMAS = '#/components/schemas/';

const references = (value: unknown, found: Set<string>): void => {
  if (Array.isArray(value)) value.forEach((item) => references(item, found));
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '$ref' && typeof item === 'string' && item.startsWith(SCHEMAS))
        found.add(item.slice(SCHEMAS.length));
      else references(item, found);
    }
  }
};

/** The fields that a request may send as null: all, or with `required` the optional ones. */
export const nullable = (schema: JsonSchema): JsonSchema => {
  const { 'x-shape': shape, $ref, anyOf, type, enum: values } = schema;
  if (shape !== undefined) return { ...schema, 'x-shape': nullable(shape as JsonSchema) };
  if ($ref !== undefined) {
    const rest = Object.entries(schema).filter(([key]) => key !== '$ref');
    return { ...Object.fromEntries(rest), anyOf: [{ $ref }, { type: 'null' }] };
  }
  if (Array.isArray(anyOf)) {
    const others = (anyOf as JsonSchema[]).filter((one) => one['type'] !== 'null');
    return { ...schema, anyOf: [...others, { type: 'null' }] };
  }
  if (type === undefined) return schema;
  const types = [...new Set([type, 'null'].flat())];
  return { ...schema, type: types, ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) };
};

/** Properties of a request with nulls that are passed on: null clears optional fields. */
export const withNulls = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      required.includes(name) ? schema : nullable(schema),
    ]),
  );

/** A message as a request takes it: fields that an answer always has are optional. */
const asked = ({ 'x-present': _, required, properties, ...schema }: MessageSchema): JsonSchema => {
  const { [NULLS]: nulls, ...visible } = properties;
  return {
    ...schema,
    properties: nulls === undefined ? visible : withNulls(visible, required),
    ...(required.length > 0 && { required }),
  };
};

/** A message as it is answered, without the field that never leaves the gateway. */
const answered = (
  { 'x-present': present, required, properties, ...schema }: MessageSchema,
  hidden: string | undefined,
): JsonSchema => {
  const visible = Object.fromEntries(
    Object.entries(properties).filter(([name]) => name !== NULLS && name !== hidden),
  );
  const names = [...new Set([...present, ...required])].filter((name) => name in visible);
  return { ...schema, properties: visible, ...(names.length > 0 && { required: names }) };
};

/** Whether a message that is asked differs from the one that is answered. */
const differs = ({ 'x-present': present, required }: MessageSchema): boolean =>
  present.some((name) => !required.includes(name));

/** A closed vocabulary of what may be null has null too. */
const withNull = (schema: JsonSchema): JsonSchema => {
  const { type, enum: values } = schema;
  const nullable = Array.isArray(type) && type.includes('null') && Array.isArray(values);
  return nullable ? { ...schema, enum: [...(values as unknown[]), null] } : schema;
};

/**
 * A schema in the document: free JSON by its shape, free objects with `additionalProperties`. The gateway itself checks less of
 * free JSON.
 */
export const shownSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shownSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-shape': shape, ...rest } = value as JsonSchema;
  delete rest['x-members'];
  delete rest['x-several'];
  delete rest['x-fields'];
  delete rest['x-fields-of'];
  if (shape !== undefined) {
    const others = Object.entries(rest).filter(([key]) => key !== 'type' && key !== 'items');
    return withNull({ ...(shownSchema(shape) as JsonSchema), ...Object.fromEntries(others) });
  }
  const shown = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, shownSchema(item)]));
  const isFree = shown['type'] === 'object' && !('properties' in shown) && !('additionalProperties' in shown);
  return isFree ? { ...shown, additionalProperties: true } : shown;
};

/** Names of the messages that a part of the document refers to, and those that these refer to. */
const collectReferenced = (part: unknown, messages: Readonly<Record<string, MessageSchema>>): Set<string> => {
  const found = new Set<string>();
  references(part, found);
  for (const name of found) if (messages[name]) references(shownSchema(messages[name]), found);
  return found;
};

const listBodies = (paths: unknown): unknown[] =>
  Object.values(paths as Record<string, Record<string, JsonSchema>>).flatMap((methods) =>
    Object.values(methods).map(({ requestBody }) => requestBody),
  );

/** The request form of a message that is answered too, with more fields. */
const SENT = '.Sent';

/** Makes references in bodies of requests lead to the request form of a message. */
const referSent = (value: unknown, sent: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => referSent(item, sent));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = key === '$ref' && typeof item === 'string' ? item.slice(SCHEMAS.length) : '';
      return [key, sent.has(name) ? `${SCHEMAS}${name}${SENT}` : referSent(item, sent)];
    }),
  );
};

/**
 * The schemas that a document refers to, directly or through others, by name; and the paths, with bodies that refer to the request
 * form
 * of messages where answers have more fields.
 *
 * @param hidden By message the field that never leaves the gateway.
 */
export const schemaComponents = (
  paths: Record<string, Record<string, JsonSchema>>,
  messages: Readonly<Record<string, MessageSchema>>,
  hidden: ReadonlyMap<string, string>,
): { paths: Record<string, Record<string, JsonSchema>>; schemas: Record<string, JsonSchema> } => {
  const inBodies = collectReferenced(listBodies(paths), messages);
  const rest = Object.values(paths).map((methods) =>
    Object.values(methods).map((operation) => ({ ...operation, requestBody: undefined })),
  );
  const elsewhere = collectReferenced(rest, messages);
  const both = [...inBodies].filter((name) => elsewhere.has(name) && messages[name]);
  const sent = new Set(both.filter((name) => differs(messages[name] as MessageSchema)));
  // What holds such a message is sent otherwise as well.
  for (const name of sent)
    for (const other of both) {
      const held = new Set<string>();
      references(messages[other], held);
      if (held.has(name)) sent.add(other);
    }
  const show = (message: JsonSchema): JsonSchema => shownSchema(message) as JsonSchema;
  const schemas = new Map<string, JsonSchema>();
  for (const name of inBodies) {
    const message = messages[name];
    if (!message || (elsewhere.has(name) && !sent.has(name))) continue;
    const key = sent.has(name) ? `${name}${SENT}` : name;
    schemas.set(key, referSent(show(asked(message)), sent) as JsonSchema);
  }
  for (const name of elsewhere) {
    const message = messages[name];
    if (message) schemas.set(name, show(answered(message, hidden.get(name))));
  }
  const withBodies = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        'requestBody' in operation
          ? { ...operation, requestBody: referSent(operation['requestBody'], sent) }
          : operation,
      ]),
    ),
  ]);
  return {
    paths: Object.fromEntries(withBodies) as Record<string, Record<string, JsonSchema>>,
    schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};
