import { type FilterKind, type JsonSchema, type Listing } from '@parley/proto';
import { isList } from './assemble';
import { LIST_SUFFIX } from './query';
import { requestFields, SORT } from './fields';
import { UNSET } from './listing';
import { type Operation, WHOLE } from './operation';

const bounds = ({ options: { page } }: Operation, name: string): { schema: JsonSchema; text: string } => {
  if (name === 'skip') return { schema: { minimum: 0, default: 0 }, text: '' };
  if (name !== 'limit' || !page) return { schema: {}, text: '' };
  const clamp = ` At most ${page.max}; a greater value means ${page.max}.`;
  if (page.default === WHOLE.default) return { schema: { minimum: 0 }, text: ' All by default.' };
  return { schema: { minimum: 0, default: page.default }, text: clamp };
};

/** `sort` as a list of the names that it takes: `-createdAt,name`. */
const sortSchema = ({ sort }: Listing): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: sort.flatMap((name) => [name, `-${name}`]) },
});

const queryParameter = (
  operation: Operation,
  name: string,
  schema: JsonSchema,
  { required, listing }: { required: boolean; listing: Listing | undefined },
): JsonSchema => {
  const { description, examples, ...rest } = schema;
  const { schema: bounded, text } = bounds(operation, name);
  const shared = { in: 'query', required, description: `${String(description)}${text}` };
  const example = Array.isArray(examples) ? { example: examples[0] as unknown } : {};
  if (name === SORT && listing)
    return { name, ...shared, style: 'form', explode: false, schema: sortSchema(listing), ...example };
  return {
    name: isList(schema) ? `${name}${LIST_SUFFIX}` : name,
    ...shared,
    schema: { ...rest, ...bounded },
    ...example,
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

/** A field to filter by as a parameter of its own: only those whose value equals one of several. */
const fieldParameter = (
  name: string,
  kind: FilterKind,
  values: readonly string[] | undefined,
): JsonSchema => ({
  name,
  in: 'query',
  required: false,
  description: `Only those whose \`${name}\` ${meanings[kind]}.`,
  ...(kind === 'boolean'
    ? { schema: types[kind] }
    : {
        style: 'form',
        explode: false,
        schema: { type: 'array', items: values ? { type: 'string', enum: [...values, UNSET] } : types[kind] },
      }),
});

/**
 * Every other condition: comparisons, and looks into free data. It is never sent under its own name, which only has to
 * be free.
 */
const conditionsParameter = ({ filter }: Listing, taken: readonly string[]): JsonSchema => {
  const fields = Object.keys(filter);
  const free = fields.filter((name) => filter[name] === 'free');
  const inside =
    free.length > 0 ? ` Names after a dot look inside free data: \`${free[0] ?? ''}.plan=pro\`.` : '';
  const compared = fields.find((name) => filter[name] === 'date');
  const comparison = compared
    ? ` The operator of a comparison stands in the key: \`${compared}>=2026-01-01\`, \`<=\`, \`>\`, \`<\`, \`!=\`.`
    : '';
  return {
    name: taken.includes('conditions') ? 'filters' : 'conditions',
    in: 'query',
    required: false,
    description: `Further conditions, each as a parameter of its own, all to hold; the key \`filter\` takes them as one JSON object too.${comparison}${inside} \`null\` means unset. Fields: ${fields.join(', ')}. Filtering by \`project\` or \`organisation\` is refused.`,
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    example: compared
      ? { [`${compared}>`]: '2026-01-01' }
      : { [`${free[0] ?? fields[0] ?? ''}.plan`]: 'pro' },
  };
};

/** The parameters of an operation's query; a list has one for each field that it can be filtered by. */
export const queryParameters = (operation: Operation): JsonSchema[] => {
  const { query, required, body, listing } = requestFields(operation);
  const own = Object.entries(query).map(([name, schema]) =>
    // Of what the body takes too neither has to have it.
    queryParameter(operation, name, schema, { required: !body && required.includes(name), listing }),
  );
  if (!operation.options.filter || !listing) return own;
  const taken = Object.keys(query);
  const fields = Object.entries(listing.filter)
    .filter(([name, kind]) => kind !== 'free' && !taken.includes(name))
    .map(([name, kind]) => fieldParameter(name, kind, listing.closed[name]));
  return [...own, ...fields, conditionsParameter(listing, taken)];
};
