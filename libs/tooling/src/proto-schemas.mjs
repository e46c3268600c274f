// Turns protobuf descriptors into what the REST surface needs: a JSON Schema per message and a description per RPC.
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
      return { type: 'number' };
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
  if (rules.oneOf.length > 0) result.enum = [...rules.oneOf];
  if (rules.minimum !== undefined) result.minimum = rules.minimum;
  if (rules.maximum !== undefined) result.maximum = rules.maximum;
  if (rules.maxItems) result.maxItems = rules.maxItems;
  if (rules.minItems) result.minItems = rules.minItems;
  if (rules.format === 'object-id') result.pattern = '^[0-9a-f]{24}$';
  else if (rules.format) result.format = rules.format;
  if (rules.serverSet) result.readOnly = true;
  if (rules.object) result.type = 'object';
  if (rules.example) result.examples = [JSON.parse(rules.example)];
  return result;
};

/** Kinds of fields that lists are filtered by, as the option names them. */
const filterKinds = ['text', 'id', 'integer', 'number', 'boolean', 'date', 'list', 'free'];

/** What a list can be sorted by, and filtered by with the kind of each field. */
const listingSchema = (listing) => ({
  sort: [...listing.sort],
  filter: Object.fromEntries(filterKinds.flatMap((kind) => listing[kind].map((name) => [name, kind]))),
});

/** Reads a FileDescriptorSet and answers `{ messages, rpcs }`. */
export const describeProtos = (binary) => {
  const bare = fromBinary(FileDescriptorSetSchema, binary);
  const extensions = createFileRegistry(bare);
  // Read again, so that our own options are decoded and not kept as unknown fields.
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, binary, { registry: extensions }));
  const rulesOption = registry.getExtension('parley.common.v1.rules');
  const listingOption = registry.getExtension('parley.common.v1.listing');
  const internalOption = registry.getExtension('parley.common.v1.internal');

  const comments = new Map();
  for (const file of registry.files) {
    for (const location of file.proto.sourceCodeInfo?.location ?? []) {
      if (location.leadingComments)
        comments.set(`${file.proto.name}#${location.path.join('.')}`, location.leadingComments);
    }
  }
  const commentOf = (file, path) => comments.get(`${file.proto.name}#${path.join('.')}`);

  const rulesOf = (field) => {
    const options = field.proto.options;
    return options && hasExtension(options, rulesOption) ? getExtension(options, rulesOption) : undefined;
  };

  const listingOf = (message) => {
    const options = message.proto.options;
    if (!options || !hasExtension(options, listingOption)) return undefined;
    const listing = getExtension(options, listingOption);
    if (listing.like === '') return listingSchema(listing);
    const other = registry.getMessage(listing.like);
    const found = other && listingOf(other);
    if (!found) throw new Error(`${message.typeName}: ${listing.like} is no request of a list`);
    return found;
  };

  const messageReference = (message) =>
    wellKnown[message.typeName] ?? { $ref: `#/components/schemas/${message.typeName}` };

  const fieldSchema = (field) => {
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
    const rules = rulesOf(field);
    if (field.fieldKind === 'map') return { type: 'object', additionalProperties: single };
    if (field.fieldKind !== 'list') return rules ? applyRules(single, rules) : single;
    const { minItems, maxItems, serverSet, example, ...itemRules } = rules ?? { oneOf: [] };
    return applyRules(
      { type: 'array', items: rules ? applyRules(single, { ...itemRules, required: false }) : single },
      { oneOf: [], minItems, maxItems, serverSet, example },
    );
  };

  const messages = {};
  const visit = (message, path) => {
    if (!message.typeName.startsWith(PROJECT_PREFIX)) return;
    const required = [];
    const present = [];
    const properties = {};
    message.fields.forEach((field, index) => {
      const description = sentences(commentOf(message.file, [...path, 2, index]));
      properties[field.jsonName] = { ...fieldSchema(field), ...(description && { description }) };
      const rules = rulesOf(field);
      if (rules?.required) required.push(field.jsonName);
      const alwaysSent =
        field.fieldKind === 'list' || (field.fieldKind === 'scalar' && !field.proto.proto3Optional);
      if (alwaysSent) present.push(field.jsonName);
    });
    const listing = listingOf(message);
    messages[message.typeName] = {
      type: 'object',
      description: sentences(commentOf(message.file, path)),
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
          ...splitComment(commentOf(file, [6, serviceIndex, 2, index])),
          request: method.input.typeName,
          response: method.output.typeName,
          stream: method.methodKind === 'server_streaming',
          internal,
        };
      });
    });
  }
  return { messages, rpcs };
};
