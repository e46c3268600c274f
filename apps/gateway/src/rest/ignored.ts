import type { JsonSchema } from '@parley/proto';
import { messageSchema, NULLS } from './fields';

/** Name of the header of an answer that names the fields of the body that had no effect. */
export const IGNORED_FIELDS = 'Ignored-Fields';

/** Most names that the header has. */
const MAX_NAMES = 50;

/** Most characters of the header. */
const MAX_LENGTH = 2_000;

/** Stands for the names that are too many. */
const MORE = '...';

/** Most elements of a list that are looked into: those of an import are alike. */
const MAX_ELEMENTS = 1_000;

/** Finds the fields of a body that no part of the request takes: `foo`, `attachments[].foo`. */
export type FindIgnored = (body: Record<string, unknown>) => string[];

type Look = (value: unknown, path: string, found: Set<string>) => void;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Looks into the values of a schema; undefined where whatever is sent is taken. */
const createLook = (schema: JsonSchema, above: readonly string[]): Look | undefined => {
  const { $ref, items, additionalProperties } = schema as Record<
    '$ref' | 'items' | 'additionalProperties',
    unknown
  >;
  if (isRecord(items)) {
    const element = createLook(items, above);
    return (
      element &&
      ((value, path, found) => {
        if (!Array.isArray(value)) return;
        for (const one of value.slice(0, MAX_ELEMENTS)) element(one, `${path}[]`, found);
      })
    );
  }
  if (isRecord(additionalProperties)) {
    const inside = createLook(additionalProperties, above);
    return (
      inside &&
      ((value, path, found) => {
        if (isRecord(value))
          for (const [key, one] of Object.entries(value)) inside(one, `${path}.${key}`, found);
      })
    );
  }
  if (typeof $ref !== 'string') return undefined;
  const name = $ref.split('/').at(-1) as string;
  // A message that holds itself is looked into once.
  if (above.includes(name)) return undefined;
  const fields = createLookInto(messageSchema(name).properties, [...above, name]);
  return (value, path, found) => {
    if (isRecord(value)) fields(value, `${path}.`, found);
  };
};

const createLookInto = (
  properties: Readonly<Record<string, JsonSchema>>,
  above: readonly string[],
): ((record: Record<string, unknown>, prefix: string, found: Set<string>) => void) => {
  const known = new Map(
    Object.entries(properties)
      .filter(([name, schema]) => schema['readOnly'] !== true && name !== NULLS)
      .map(([name, schema]) => [name, createLook(schema, above)]),
  );
  return (record, prefix, found) => {
    for (const [key, value] of Object.entries(record)) {
      if (found.size > MAX_NAMES) return;
      if (known.has(key)) known.get(key)?.(value, prefix + key, found);
      else found.add(prefix + key);
    }
  };
};

/** Prepares the search for fields that are ignored, of a body with these fields. */
export const createFindIgnored = (properties: Readonly<Record<string, JsonSchema>>): FindIgnored => {
  const look = createLookInto(properties, []);
  return (body) => {
    const found = new Set<string>();
    look(body, '', found);
    return [...found];
  };
};

/** A name as a header can hold it: other characters are percent-encoded, the comma between names too. */
const encoded = (name: string): string =>
  name.replaceAll(/[^\w.[\]$@*-]/gu, (character) => encodeURIComponent(character).replaceAll("'", '%27'));

/** The value of the header; undefined when nothing was ignored. */
export const ignoredFieldsHeader = (names: readonly string[]): string | undefined => {
  if (names.length === 0) return undefined;
  const shown: string[] = [];
  let length = 0;
  for (const name of names) {
    const text = encoded(name);
    length += text.length + 2;
    if (shown.length === MAX_NAMES || length > MAX_LENGTH) return [...shown, MORE].join(', ');
    shown.push(text);
  }
  return shown.join(', ');
};
