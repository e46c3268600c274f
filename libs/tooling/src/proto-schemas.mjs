// Turns protobuf descriptors into input of the REST surface: a JSON Schema per message and a description per RPC.
import { createFileRegistry, fromBinary, getExtension, hasExtension, ScalarType } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

const PROJECT_PREFIX = 'parley.';

const scalarSchema = (scalar) => {
  switch (scalar) {
    case ScalarType.STRING:
      return { type: 'string' };
    case ScalarType.BYTES:
      return { type: 'string', format: 'byte' };
    case ScalarType.BOOL:
      return { type: 'boolean' };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: 'number', format: 'double' };
    default:
      return { type: 'integer' };
  }
};

const wellKnown = {
  'google.protobuf.Timestamp': { type: 'string', format: 'date-time' },
  'google.protobuf.Struct': { type: 'object' },
  'google.protobuf.Value': {},
  'google.protobuf.ListValue': { type: 'array' },
};

const sentences = (comment) => (comment ?? '').replace(/\s+/g, ' ').trim();

/** Splits a comment into its first sentence and the rest. */
const splitComment = (comment) => {
  const text = sentences(comment);
  const end = text.search(/\.(\s|$)/);
  if (end < 0) return { summary: text, description: text };
  return { summary: text.slice(0, end), description: text };
};

const REFERENCE = '#/components/schemas/';
const anyObject = { type: 'object', additionalProperties: true };

/** Nodes of rich text that are described one inside the other: cells of a table, and items of a list in a list. */
const RICH_TEXT_DEPTH = 6;
const richTextName = (depth) => (depth === 1 ? 'RichText' : `RichTextLevel${depth}`);

const richTextMark = {
  type: 'object',
  description: 'A mark of a text: bold, italic, link, …',
  properties: {
    type: { type: 'string', description: 'Kind of the mark.' },
    attrs: { ...anyObject, description: 'Attributes: the `href` of a link.' },
  },
  required: ['type'],
  'x-present': ['type'],
};

/**
 * Rich text as it is answered: a node of a document, which holds further ones. Each level has a schema of its own and the last
 * one leaves off: tools that write references out, as those for AI models do, would never end with one that names itself.
 */
const richTextSchemas = Object.fromEntries([
  ...Array.from({ length: RICH_TEXT_DEPTH }, (_, index) => index + 1).map((depth) => [
    richTextName(depth),
    {
      type: 'object',
      description:
        depth === 1
          ? 'A node of a rich-text document, with the names of TipTap; the document itself is `doc`.'
          : `A node of rich text, ${depth} levels down.`,
      properties: {
        type: { type: 'string', description: 'Kind of the node: doc, paragraph, heading, text, …' },
        attrs: { ...anyObject, description: 'Attributes of the node.' },
        content: {
          type: 'array',
          items: depth < RICH_TEXT_DEPTH ? { $ref: `${REFERENCE}${richTextName(depth + 1)}` } : anyObject,
          description: 'Nodes inside it, of the same form.',
        },
        marks: {
          type: 'array',
          items: { $ref: `${REFERENCE}RichTextMark` },
          description: 'Marks of a text.',
        },
        text: { type: 'string', description: 'The text of a text node.' },
      },
      required: ['type'],
      'x-present': ['type'],
    },
  ]),
  ['RichTextMark', richTextMark],
]);

const scalar = { anyOf: ['string', 'number', 'boolean', 'null'].map((type) => ({ type })) };
const scalarOrObject = { anyOf: [...scalar.anyOf, anyObject] };

const shapes = {
  text: { type: 'string' },
  'text-or-number': { anyOf: [{ type: 'string' }, { type: 'number', format: 'double' }] },
  number: { type: 'number', format: 'double' },
  boolean: { type: 'boolean' },
  scalar,
  plain: { anyOf: [...scalarOrObject.anyOf, { type: 'array', items: scalarOrObject }] },
  id: { type: 'string', pattern: '^[0-9a-f]{24}$' },
  object: anyObject,
  any: { 'x-any': true },
  'rich-text': { $ref: `${REFERENCE}RichText` },
  'rich-text-input': { anyOf: [{ type: 'string' }, { $ref: `${REFERENCE}RichText` }] },
  'localised-text': {
    anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: ['string', 'null'] } }],
  },
  'localised-rich-text': {
    anyOf: [
      { type: 'string' },
      { $ref: `${REFERENCE}RichText` },
      {
        type: 'object',
        additionalProperties: { anyOf: [{ type: ['string', 'null'] }, { $ref: `${REFERENCE}RichText` }] },
      },
    ],
  },
};

/** The schema of a shape of free JSON, as the option of a field names it. */
const shapeSchema = (shape) => {
  if (shape.includes('|'))
    return { anyOf: shape.split('|').flatMap((one) => shapeSchema(one).anyOf ?? [shapeSchema(one)]) };
  if (shape.endsWith('[]')) return { type: 'array', items: shapeSchema(shape.slice(0, -2)) };
  if (shape.endsWith('{}')) return { type: 'object', additionalProperties: shapeSchema(shape.slice(0, -2)) };
  if (shape.endsWith('?')) {
    const schema = shapeSchema(shape.slice(0, -1));
    if (schema.type === undefined) return { anyOf: [schema, { type: 'null' }] };
    return { ...schema, type: [schema.type, 'null'] };
  }
  if (shape.startsWith(PROJECT_PREFIX)) return { $ref: `${REFERENCE}${shape}` };
  if (!Object.hasOwn(shapes, shape)) throw new Error(`There is no shape ${shape}`);
  return shapes[shape];
};

const applyRules = (schema, rules) => {
  const result = { ...schema };
  if (rules.minLength) result.minLength = rules.minLength;
  else if (rules.required && !rules.allowEmpty && schema.type === 'string') result.minLength = 1;
  if (rules.maxLength) result.maxLength = rules.maxLength;
  if (rules.pattern) result.pattern = rules.pattern;
  if (rules.several) result['x-several'] = [...rules.oneOf];
  else if (rules.oneOf.length > 0) result.enum = [...rules.oneOf];
  if (rules.minimum !== undefined) result.minimum = rules.minimum;
  if (rules.maximum !== undefined) result.maximum = rules.maximum;
  if (rules.maxItems) result.maxItems = rules.maxItems;
  if (rules.minItems) result.minItems = rules.minItems;
  if (rules.format === 'object-id') result.pattern = '^[0-9a-f]{24}$';
  else if (rules.format) result.format = rules.format;
  if (rules.serverSet) result.readOnly = true;
  if (rules.object) result.type = 'object';
  if (rules.shape) result['x-shape'] = shapeSchema(rules.shape);
  if (rules.object && rules.shape.startsWith(PROJECT_PREFIX)) result['x-members'] = rules.shape;
  if (rules.example) result.examples = [JSON.parse(rules.example)];
  return result;
};

/** Kinds of fields that lists are filtered by, as the option names them. */
const filterKinds = ['text', 'id', 'integer', 'number', 'boolean', 'date', 'list', 'free'];

/** Documents show their id under two names. */
const withAlias = (fields) => fields.flatMap((field) => (field === 'id' ? ['id', '_id'] : [field]));

/** The sort keys of a list, and its filters with the kind of each field and its values if they are few. */
const listingSchema = (name, listing) => {
  const filter = Object.fromEntries(
    filterKinds.flatMap((kind) => withAlias(listing[kind]).map((field) => [field, kind])),
  );
  const stray = listing.closed.find(({ field }) => !Object.hasOwn(filter, field));
  if (stray) throw new Error(`${stray.field} has closed values and is no field to filter by`);
  const closed = Object.fromEntries(listing.closed.map(({ field, oneOf }) => [field, [...oneOf]]));
  // Filters with one value are sort keys as well.
  const single = Object.keys(filter).filter((field) => !['list', 'free'].includes(filter[field]));
  return { name, sort: [...withAlias(listing.sort), ...single], filter, closed };
};

/** Answers what finds the comment at a path in a file. */
const readComments = (registry) => {
  const comments = new Map();
  for (const file of registry.files) {
    for (const location of file.proto.sourceCodeInfo?.location ?? []) {
      if (location.leadingComments)
        comments.set(`${file.proto.name}#${location.path.join('.')}`, location.leadingComments);
    }
  }
  return (file, path) => comments.get(`${file.proto.name}#${path.join('.')}`);
};

const messageReference = (message) =>
  wellKnown[message.typeName] ?? { $ref: `#/components/schemas/${message.typeName}` };

const fieldSchema = (field, rules) => {
  const single = (() => {
    switch (field.fieldKind) {
      case 'scalar':
        return scalarSchema(field.scalar);
      case 'enum':
        return { type: 'string', enum: field.enum.values.map(({ name }) => name) };
      case 'message':
        return messageReference(field.message);
      case 'list':
        return field.listKind === 'message' ? messageReference(field.message) : scalarSchema(field.scalar);
      default:
        return field.mapKind === 'message' ? messageReference(field.message) : scalarSchema(field.scalar);
    }
  })();
  if (field.fieldKind === 'map') return { type: 'object', additionalProperties: single };
  if (field.fieldKind !== 'list') return rules ? applyRules(single, rules) : single;
  const { minItems, maxItems, serverSet, example, ...itemRules } = rules ?? { oneOf: [] };
  return applyRules(
    { type: 'array', items: rules ? applyRules(single, { ...itemRules, required: false }) : single },
    { oneOf: [], minItems, maxItems, serverSet, example },
  );
};

/** Reads a FileDescriptorSet and answers `{ messages, rpcs }`. */
export const describeProtos = (binary) => {
  const bare = fromBinary(FileDescriptorSetSchema, binary);
  const extensions = createFileRegistry(bare);
  // Read again, so that our own options are decoded and not kept as unknown fields.
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, binary, { registry: extensions }));
  const rulesOption = registry.getExtension('parley.common.v1.rules');
  const listingOption = registry.getExtension('parley.common.v1.listing');
  const internalOption = registry.getExtension('parley.common.v1.internal');

  const findComment = readComments(registry);

  const readRules = (field) => {
    const options = field.proto.options;
    return options && hasExtension(options, rulesOption) ? getExtension(options, rulesOption) : undefined;
  };

  const readListing = (message) => {
    const options = message.proto.options;
    if (!options || !hasExtension(options, listingOption)) return undefined;
    const listing = getExtension(options, listingOption);
    if (listing.like === '') return listingSchema(message.typeName, listing);
    const other = registry.getMessage(listing.like);
    const found = other && readListing(other);
    if (!found) throw new Error(`${message.typeName}: ${listing.like} is no request of a list`);
    return found;
  };

  const messages = { ...richTextSchemas };
  const visit = (message, path) => {
    if (!message.typeName.startsWith(PROJECT_PREFIX)) return;
    const required = [];
    const present = [];
    const properties = {};
    message.fields.forEach((field, index) => {
      const description = sentences(findComment(message.file, [...path, 2, index]));
      const rules = readRules(field);
      properties[field.jsonName] = { ...fieldSchema(field, rules), ...(description && { description }) };
      if (rules?.required) required.push(field.jsonName);
      const alwaysSent =
        field.fieldKind === 'list' || (field.fieldKind === 'scalar' && !field.proto.proto3Optional);
      if (alwaysSent) present.push(field.jsonName);
    });
    const listing = readListing(message);
    messages[message.typeName] = {
      type: 'object',
      description: sentences(findComment(message.file, path)),
      properties,
      required,
      // Fields a response always has; a request uses `required` alone.
      'x-present': present,
      ...(listing && { 'x-listing': listing }),
    };
    message.nestedMessages.forEach((nested, index) => visit(nested, [...path, 3, index]));
  };

  const rpcs = {};
  for (const file of registry.files) {
    file.messages.forEach((message, index) => visit(message, [4, index]));
    file.services.forEach((service, serviceIndex) => {
      if (!service.typeName.startsWith(PROJECT_PREFIX)) return;
      const options = service.proto.options;
      const internal = Boolean(
        options && hasExtension(options, internalOption) && getExtension(options, internalOption),
      );
      service.methods.forEach((method, index) => {
        rpcs[`/${service.typeName}/${method.name}`] = {
          ...splitComment(findComment(file, [6, serviceIndex, 2, index])),
          request: method.input.typeName,
          response: method.output.typeName,
          stream: method.methodKind === 'server_streaming',
          internal,
        };
      });
    });
  }
  forgetAbsent(messages, rpcs);
  keepMembers(messages);
  return { messages, rpcs };
};

/** Messages that a schema refers to, but for those that it names as the shape of free JSON. */
const referencesIn = ({ 'x-shape': _shape, $ref, ...rest }) => [
  ...(typeof $ref === 'string' ? [$ref.slice(REFERENCE.length)] : []),
  ...Object.values(rest).flatMap((value) => (value && typeof value === 'object' ? referencesIn(value) : [])),
];

/**
 * Messages that are only shapes of free JSON are answered as they were sent: empty lists and false values may be absent. Other
 * responses always have every list and every truth value.
 */
const forgetAbsent = (messages, rpcs) => {
  const typed = new Set();
  const open = Object.values(rpcs).flatMap(({ request, response }) => [request, response]);
  for (const name of open) {
    if (typed.has(name) || !messages[name]) continue;
    typed.add(name);
    open.push(...referencesIn(messages[name].properties));
  }
  for (const [name, message] of Object.entries(messages)) {
    if (typed.has(name) || !name.startsWith(PROJECT_PREFIX)) continue;
    const isKept = (field) => !['array', 'boolean'].includes(message.properties[field].type);
    message['x-present'] = message['x-present'].filter(isKept);
  }
};

/** Free JSON of which the gateway checks the members that have names: others are kept as sent. */
const keepMembers = (messages) => {
  for (const { properties } of Object.values(messages))
    for (const { 'x-members': name } of Object.values(properties))
      if (name) messages[name].additionalProperties = true;
};
