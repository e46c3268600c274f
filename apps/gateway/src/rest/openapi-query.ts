import type { FilterKind, JsonSchema, Listing } from '@parley/proto';
import { isList } from './assemble';
import { nameOfChoice, namesToChoose } from './chosen-fields';
import { LIST_SUFFIX } from './query';
import { requestFields, SORT } from './fields';
import { UNSET } from './listing';
import type { Shared } from './openapi-shared';
import { type Operation, WHOLE } from './operation';
import { SEVERAL } from './validation';

/** Keyword of the parameter that chooses fields: with it, documents lack others, and the required ones among them. */
const CHOOSES = 'x-chooses-fields';

const bounds = ({ options: { page } }: Operation, name: string): { schema: JsonSchema; text: string } => {
  if (name === 'skip') return { schema: { minimum: 0, default: 0 }, text: '' };
  if (name !== 'limit' || !page) return { schema: {}, text: '' };
  const clamp = ` At most ${page.max}; a greater value means ${page.max}.`;
  if (page.default === WHOLE.default) return { schema: { minimum: 0 }, text: ' All by default.' };
  return { schema: { minimum: 0, default: page.default }, text: clamp };
};

/** One value, or several that are sent with commas between them. A schema with a name: generators of Go need one. */
const oneOrSeveral = (name: string, value: JsonSchema, shared: Shared): JsonSchema => ({
  style: 'form',
  explode: false,
  schema: shared.schema(name, {
    description: 'One value, or several.',
    anyOf: [value, { type: 'array', items: value }],
  }),
});

/** One of the values that there are, or several. */
const closedValues = (name: string, value: JsonSchema, shared: Shared): JsonSchema =>
  oneOrSeveral(name, shared.schema(`${name}.Value`, { type: 'string', ...value }), shared);

/** `sort` takes a name, or a list of them: `-createdAt,name`. */
const sortValues = ({ name, sort }: Listing, shared: Shared): JsonSchema =>
  closedValues(
    `${name}.Sort`,
    {
      description: 'A field to order by; with a minus sign in descending order.',
      enum: sort.flatMap((field) => [field, `-${field}`]),
    },
    shared,
  );

/** A field of the request as a parameter. An optional one has no example: tools would send it and find nothing. */
const queryParameter = (
  operation: Operation,
  name: string,
  schema: JsonSchema,
  { required, listing }: { required: boolean; listing: Listing | undefined },
  shared: Shared,
): JsonSchema => {
  const { description, examples, ...rest } = schema;
  const { schema: bounded, text } = bounds(operation, name);
  const common = { in: 'query', required, description: `${String(description)}${text}` };
  if (name === SORT && listing) return { name, ...common, ...sortValues(listing, shared) };
  const choice = namesToChoose(schema);
  if (choice) {
    const value = { description: 'A field of the answer.', enum: choice };
    return { name, ...common, [CHOOSES]: true, ...closedValues(nameOfChoice(schema), value, shared) };
  }
  const values = schema[SEVERAL] as string[] | undefined;
  if (values?.length) {
    const value = { description: `A value of ${name}.`, enum: values };
    return { name, ...common, ...closedValues(`Several.${name}`, value, shared) };
  }
  if (values) return { name, ...common, ...oneOrSeveral('OneOrSeveral.text', { type: 'string' }, shared) };
  return {
    name: isList(schema) ? `${name}${LIST_SUFFIX}` : name,
    ...common,
    schema: { ...rest, ...bounded },
    ...(required && Array.isArray(examples) && { example: examples[0] as unknown }),
  };
};

const types: Readonly<Record<FilterKind, JsonSchema>> = {
  text: { type: 'string' },
  id: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number', format: 'double' },
  boolean: { type: 'boolean' },
  date: { type: 'string' },
  list: { type: 'string' },
  free: {},
};

const meanings: Readonly<Record<FilterKind, string>> = {
  text: 'is one of these',
  id: 'is one of these ids',
  integer: 'is one of these',
  number: 'is one of these',
  boolean: 'is this',
  date: 'is one of these times, to the millisecond; a bare date is its first millisecond',
  list: 'has one of these',
  free: '',
};

/** A filter as a parameter of its own: only those with a value that equals one of several. */
const fieldParameter = (listing: Listing, name: string, kind: FilterKind, shared: Shared): JsonSchema => {
  const values = listing.closed[name];
  const parameter = {
    name,
    in: 'query',
    required: false,
    description: `Only those whose \`${name}\` ${meanings[kind]}.`,
    ...(kind === 'boolean'
      ? { schema: types[kind] }
      : values
        ? closedValues(
            `${listing.name}.${name}`,
            { description: `A value of ${name}.`, enum: [...values, UNSET] },
            shared,
          )
        : oneOrSeveral(`OneOrSeveral.${kind}`, types[kind], shared)),
  };
  // Generators make one name of `id` and `_id`.
  const key = name === '_id' ? 'alias.id' : name;
  return values ? parameter : shared.parameter(`filter.${key}.${kind}`, parameter);
};

/**
 * Every other condition: comparisons, and looks into free data. It is never sent under its own name, which only has to
 * be free.
 */
const conditionsParameter = ({ filter }: Listing, taken: readonly string[], shared: Shared): JsonSchema => {
  const free = Object.keys(filter).filter((name) => filter[name] === 'free');
  const name = taken.includes('conditions') ? 'filters' : 'conditions';
  const inside =
    free.length > 0
      ? ` Names after a dot look inside free data, \`${free[0] ?? ''}.plan=pro\`; free are ${free.join(', ')}.`
      : '';
  const parameter = {
    name,
    in: 'query',
    required: false,
    description: `Further conditions, each as a parameter of its own, all to hold; the key \`filter\` takes them as one JSON object too. The operator of a comparison stands in the key: \`createdAt>=2026-01-01\`, \`<=\`, \`>\`, \`<\`, \`!=\`, for each field that has a parameter. \`null\` means unset.${inside} Filtering by \`project\` or \`organisation\` is refused.`,
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  };
  return free.length > 0 ? parameter : shared.parameter(name, parameter);
};

/** The parameters of an operation's query; a list has one for each field that it can be filtered by. */
export const queryParameters = (operation: Operation, shared: Shared): JsonSchema[] => {
  const { query, required, body, listing, filters } = requestFields(operation);
  const own = Object.entries(query).map(([name, schema]) =>
    // Parameters that the body takes too are required in neither.
    queryParameter(operation, name, schema, { required: !body && required.includes(name), listing }, shared),
  );
  if (!filters || !listing) return own;
  const taken = Object.keys(query);
  const fields = Object.entries(listing.filter)
    .filter(([name, kind]) => kind !== 'free' && !taken.includes(name))
    .map(([name, kind]) => fieldParameter(listing, name, kind, shared));
  return [...own, ...fields, conditionsParameter(listing, taken, shared)];
};
