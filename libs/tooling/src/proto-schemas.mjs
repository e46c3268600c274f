// Turns protobuf descriptors into input of the REST surface: a JSON Schema per message and a description per RPC.
import { createFileRegistry, fromBinary, getExtension, hasExtension, ScalarType } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { PROJECT_PREFIX, REFERENCE, richTextSchemas, shapeSchema } from './proto-shapes.mjs';

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
  const [, open] = /([\w.]+)\+/.exec(rules.shape) ?? [];
  if (open) result['x-open'] = open;
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

/** A list of names of fields that an answer is to have. */
const fieldsSchema = ({ fieldsOf, fieldsBeside }, registry) => {
  const message = registry.getMessage(fieldsOf);
  if (!message) throw new Error(`There is no message ${fieldsOf} to choose fields of`);
  const names = [...message.fields.map(({ jsonName }) => jsonName), ...fieldsBeside];
  return { type: 'array', items: { type: 'string' }, 'x-fields': names, 'x-fields-of': fieldsOf };
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
      const schema = rules?.fieldsOf ? fieldsSchema(rules, registry) : fieldSchema(field, rules);
      properties[field.jsonName] = { ...schema, ...(description && { description }) };
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

/** Free JSON of which some members have names: others are kept as sent. */
const keepMembers = (messages) => {
  for (const { properties } of Object.values(messages))
    for (const property of Object.values(properties)) {
      const { 'x-members': checked, 'x-open': open } = property;
      for (const name of [checked, open]) if (name) messages[name].additionalProperties = true;
      delete property['x-open'];
    }
};
