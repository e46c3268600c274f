import { type JsonSchema, type MessageSchema } from '@parley/proto';
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

const published = (
  { 'x-present': present, required, properties, ...schema }: MessageSchema,
  hidden: string | undefined,
): JsonSchema => {
  const visible = Object.fromEntries(
    Object.entries(properties).filter(([name]) => name !== NULLS && name !== hidden),
  );
  const names = [...new Set([...present, ...required])].filter((name) => name in visible);
  return { ...schema, properties: visible, ...(names.length > 0 && { required: names }) };
};

/** A closed vocabulary of what may be null has null too. */
const withNull = (schema: JsonSchema): JsonSchema => {
  const { type, enum: values } = schema;
  const nullable = Array.isArray(type) && type.includes('null') && Array.isArray(values);
  return nullable ? { ...schema, enum: [...(values as unknown[]), null] } : schema;
};

/**
 * A schema as the document shows it: free JSON by its shape, free objects with `additionalProperties`. What the gateway
 * itself checks of free JSON is less.
 */
export const shownSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shownSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-shape': shape, ...rest } = value as JsonSchema;
  delete rest['x-members'];
  if (shape !== undefined) {
    const others = Object.entries(rest).filter(([key]) => key !== 'type' && key !== 'items');
    return withNull({ ...(shownSchema(shape) as JsonSchema), ...Object.fromEntries(others) });
  }
  const shown = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, shownSchema(item)]));
  const isFree = shown['type'] === 'object' && !('properties' in shown) && !('additionalProperties' in shown);
  return isFree ? { ...shown, additionalProperties: true } : shown;
};

/**
 * The schemas that a document refers to, and those that these refer to, by name.
 *
 * @param hidden By message the field that never leaves the gateway.
 */
export const schemaComponents = (
  document: unknown,
  messages: Readonly<Record<string, MessageSchema>>,
  hidden: ReadonlyMap<string, string>,
): Record<string, JsonSchema> => {
  const components: Record<string, JsonSchema> = {};
  const open = new Set<string>();
  references(document, open);
  for (const name of open) {
    const message = messages[name];
    if (!message || name in components) continue;
    components[name] = shownSchema(published(message, hidden.get(name))) as JsonSchema;
    references(components[name], open);
  }
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
};
