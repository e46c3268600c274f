import type { JsonSchema } from '@parley/proto';

/** Parts of the document that several operations name, by their names, and what refers to them. */
export interface Shared {
  /** Keeps a parameter; answers the reference to it. */
  parameter(name: string, value: JsonSchema): JsonSchema;
  /** Keeps a response; answers the reference to it. */
  response(name: string, value: JsonSchema): JsonSchema;
  /** Keeps a schema that no message of the contract has; answers the reference to it. */
  schema(name: string, value: JsonSchema): JsonSchema;
  kept: Readonly<Record<'parameters' | 'responses' | 'schemas', Record<string, JsonSchema>>>;
}

/** Collects the shared parts of a document. A name for two different parts is an error. */
export const createShared = (): Shared => {
  const kept: Shared['kept'] = { parameters: {}, responses: {}, schemas: {} };
  const keep =
    (kind: keyof Shared['kept']) =>
    (name: string, value: JsonSchema): JsonSchema => {
      const known = (kept[kind][name] ??= value);
      if (known !== value && JSON.stringify(known) !== JSON.stringify(value))
        throw new Error(`The document has two different ${kind} with the name ${name}`);
      return { $ref: `#/components/${kind}/${name}` };
    };
  return { parameter: keep('parameters'), response: keep('responses'), schema: keep('schemas'), kept };
};
