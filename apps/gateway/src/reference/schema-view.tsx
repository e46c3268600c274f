import type { ComponentChildren, VNode } from 'preact';
import { readSchemaName, type Schema } from './document';

/** Schemas by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** An object with more fields than this is described once on a page, and linked from where it is used. */
const MAX_INLINE_FIELDS = 20;

/** Objects that are described inside each other. */
const MAX_DEPTH = 4;

/** `Ticket` of `parley.tickets.v1.Ticket`. */
const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Rich text, with deeper levels that repeat. */
const RICH_TEXT = 'RichText';
const RICH_TEXT_LEVEL = /^RichTextLevel\d+$/;

/** Id of the place on a page where an object is described. */
export const objectId = (name: string): string => `object:${name.replace(RICH_TEXT_LEVEL, RICH_TEXT)}`;

/** Text with code between backticks. */
export const Text = ({ children }: { children: string | undefined }): VNode => (
  <>{(children ?? '').split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
);

/** Whether an object is described apart from where it is used: a large one, and rich text, which is everywhere. */
const isApart = (name: string, { properties = {} }: Schema): boolean =>
  name === RICH_TEXT || RICH_TEXT_LEVEL.test(name) || Object.keys(properties).length > MAX_INLINE_FIELDS;

const listAlternatives = ({ anyOf, oneOf, allOf }: Schema): Schema[] => anyOf ?? oneOf ?? allOf ?? [];

/** The object that a schema describes, alone, in a list, or as one of several possibilities. */
const objectIn = (
  schema: Schema,
  schemas: Schemas,
): { name: string | undefined; object: Schema } | undefined => {
  if (schema.$ref !== undefined) {
    const name = readSchemaName(schema.$ref);
    const object = schemas[name];
    return object?.properties && { name, object };
  }
  if (schema.properties) return { name: undefined, object: schema };
  const inner = [schema.items, schema.additionalProperties, ...listAlternatives(schema)].filter(
    (one): one is Schema => typeof one === 'object',
  );
  return inner.map((one) => objectIn(one, schemas)).find((found) => found !== undefined);
};

/** The objects that are described apart, for the schemas given and for each other. */
export const objectsApart = (roots: readonly Schema[], schemas: Schemas): string[] => {
  const found = new Set<string>();
  const visit = (value: unknown, seen: ReadonlySet<string>): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (key !== '$ref' || typeof item !== 'string') visit(item, seen);
      else {
        const name = readSchemaName(item);
        const schema = schemas[name];
        if (!schema || seen.has(name) || found.has(name)) continue;
        if (isApart(name, schema)) found.add(name);
        visit(schema, new Set([...seen, name]));
      }
    }
  };
  visit(roots, new Set());
  return [...found].filter((name) => !RICH_TEXT_LEVEL.test(name)).sort();
};

const joined = (parts: readonly ComponentChildren[], by: string): ComponentChildren =>
  parts.map((part, index) => [index > 0 && by, part]);

/** The type of a value in a few words: `text`, `Ticket[]`, `"a" or "b"`. */
export const Type = ({ schema, schemas }: { schema: Schema; schemas: Schemas }): VNode => {
  const { $ref, type, items, enum: values, additionalProperties: each } = schema;
  const alternatives = listAlternatives(schema);
  if ($ref !== undefined) {
    const name = readSchemaName($ref);
    const target = schemas[name];
    if (target?.enum) return <Type schema={target} schemas={schemas} />;
    return target && isApart(name, target) ? (
      <a href={`#${objectId(name)}`}>{shortName(name)}</a>
    ) : (
      <>{shortName(name)}</>
    );
  }
  if (schema.const !== undefined) return <>{JSON.stringify(schema.const)}</>;
  if (values)
    return (
      <>
        {joined(
          values.map((value) => <code>{String(value)}</code>),
          ' · ',
        )}
      </>
    );
  if (alternatives.length > 0)
    return (
      <>
        {joined(
          alternatives.map((one) => <Type schema={one} schemas={schemas} />),
          schema.allOf ? ' with ' : ' or ',
        )}
      </>
    );
  if (items)
    return (
      <>
        list of <Type schema={items} schemas={schemas} />
      </>
    );
  if (typeof each === 'object')
    return (
      <>
        object of <Type schema={each} schemas={schemas} />
      </>
    );
  return <>{type === undefined ? 'any JSON' : [type].flat().join(' or ')}</>;
};

/** The fields of an object, and inside of each those of the object that it holds. */
export const Fields = ({
  schema,
  schemas,
  depth = 0,
}: {
  schema: Schema;
  schemas: Schemas;
  depth?: number;
}): VNode => {
  const { properties = {}, required = [] } = schema;
  return (
    <ul class="fields">
      {Object.entries(properties).map(([name, field]) => (
        <li>
          <p>
            <code class="name">{name}</code>{' '}
            <span class="type">
              <Type schema={field} schemas={schemas} />
            </span>
            {required.includes(name) && <span class="required"> always</span>}
          </p>
          <p class="what">
            <Text>{field.description}</Text>
          </p>
          <Inside schema={field} schemas={schemas} depth={depth} label={name} />
        </li>
      ))}
    </ul>
  );
};

/** The object that a value holds, folded; nothing where it holds none or is described apart. */
const Inside = (props: { schema: Schema; schemas: Schemas; depth: number; label: string }): VNode | null => {
  const { schema, schemas, depth, label } = props;
  const found = objectIn(schema, schemas);
  if (!found || depth >= MAX_DEPTH) return null;
  if (found.name !== undefined && isApart(found.name, found.object)) return null;
  return (
    <details>
      <summary>Fields of {label}</summary>
      <Fields schema={found.object} schemas={schemas} depth={depth + 1} />
    </details>
  );
};

/** A body or an answer: its type, and its fields. */
export const Shape = ({ schema, schemas }: { schema: Schema; schemas: Schemas }): VNode => {
  const found = objectIn(schema, schemas);
  const isShown = found && !(found.name !== undefined && isApart(found.name, found.object));
  return (
    <>
      {schema.properties === undefined && (
        <p class="type">
          <Type schema={schema} schemas={schemas} />
        </p>
      )}
      {isShown && <Fields schema={found.object} schemas={schemas} />}
    </>
  );
};
