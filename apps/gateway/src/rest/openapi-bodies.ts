import { type JsonSchema, messageSchemas } from '@parley/proto';
import { describeRpc } from './fields';
import type { Operation } from './operation';

const SCHEMAS = '#/components/schemas/';

interface Body {
  content: Record<string, { schema: JsonSchema }>;
}

/** Full name of the message that the fields of an operation's body belong to. */
const readTarget = (operation: Operation): string | undefined => {
  const { into } = operation.options;
  const { $ref } = messageSchemas[describeRpc(operation).request]?.properties[into ?? ''] ?? {};
  return typeof $ref === 'string' ? $ref.slice(SCHEMAS.length) : undefined;
};

/** Replaces bodies that several operations have alike by references; answers their schemas, named after their message. */
export const shareBodies = (
  operations: readonly Operation[],
  paths: Record<string, Record<string, JsonSchema>>,
): Record<string, JsonSchema> => {
  const media = operations.flatMap((operation) => {
    const body = paths[operation.path]?.[operation.method.toLowerCase()]?.['requestBody'] as Body | undefined;
    const json = body?.content['application/json'];
    const name = readTarget(operation);
    return json && name !== undefined ? [{ name, json, text: JSON.stringify(json.schema) }] : [];
  });
  const shared: Record<string, JsonSchema> = {};
  for (const { name, json, text } of media) {
    if (!media.every((other) => other.name !== name || other.text === text)) continue;
    if (media.filter((other) => other.name === name).length === 1) continue;
    const { description } = messageSchemas[name] ?? {};
    shared[name] ??= { ...(JSON.parse(text) as JsonSchema), description };
    json.schema = { $ref: `${SCHEMAS}${name}` };
  }
  return shared;
};
