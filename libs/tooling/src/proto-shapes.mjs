// The shapes of free JSON that options of protobuf fields name, as JSON Schemas; rich text is one of them.

/** Names of the project's own messages begin so. */
export const PROJECT_PREFIX = 'parley.';

/** Begins a reference to a schema of the document. */
export const REFERENCE = '#/components/schemas/';
const anyObject = { type: 'object', additionalProperties: true };

/** Nodes of rich text that are described one inside the other: cells of a table, and items of a list in a list. */
const RICH_TEXT_DEPTH = 6;
const richTextName = (depth) => (depth === 1 ? 'RichText' : `RichTextLevel${depth}`);

const textOrNull = { type: ['string', 'null'] };
const length = { anyOf: ['string', 'number', 'null'].map((type) => ({ type })) };
const openObject = { type: 'object', required: [], 'x-present': [] };

/** The attributes of all kinds of nodes; a text is kept without those that its node does not have. */
const richTextAttributes = {
  ...openObject,
  description: 'Attributes of a node; those that its kind does not have are left out.',
  properties: {
    textAlign: { ...textOrNull, description: 'paragraph, heading: left, center, right or justify.' },
    level: { type: 'integer', description: 'heading: 1 to 6.' },
    start: { type: 'integer', description: 'orderedList: the first number.' },
    type: { ...textOrNull, description: 'orderedList: 1, a, A, i or I.' },
    language: { ...textOrNull, description: 'codeBlock: language of the code.' },
    src: { type: 'string', description: 'image: its address.' },
    alt: { ...textOrNull, description: 'image: what it shows.' },
    title: { ...textOrNull, description: 'image: its title.' },
    width: { ...length, description: 'image: pixels, or a share such as `50%`.' },
    height: { ...length, description: 'image: pixels, or a share such as `50%`.' },
    id: {
      anyOf: [{ type: 'string' }, { type: 'number' }],
      description: 'mention: identifier of the person.',
    },
    label: { ...textOrNull, description: 'mention: name of the person.' },
    mentionSuggestionChar: { type: 'string', description: 'mention: what is shown before the name.' },
    kind: { type: 'string', description: 'callout: info, tip or warning.' },
    checked: { type: 'boolean', description: 'taskItem: whether it is done.' },
    colspan: { type: 'integer', description: 'tableCell, tableHeader: columns that it takes.' },
    rowspan: { type: 'integer', description: 'tableCell, tableHeader: rows that it takes.' },
    colwidth: {
      type: ['array', 'null'],
      items: { type: 'integer' },
      description: 'tableCell, tableHeader: width of each of its columns, in pixels.',
    },
  },
};

const richTextMark = {
  type: 'object',
  description: 'A mark of a text: bold, italic, link, …',
  properties: {
    type: { type: 'string', description: 'Kind of the mark.' },
    attrs: { $ref: `${REFERENCE}RichTextMarkAttributes`, description: 'Attributes: the `href` of a link.' },
  },
  required: ['type'],
  'x-present': ['type'],
};

const richTextMarkAttributes = {
  ...openObject,
  description: 'Attributes of a link.',
  properties: {
    href: { type: 'string', description: 'Its address.' },
    target: { ...textOrNull, description: '_blank or _self.' },
    rel: { ...textOrNull, description: 'Relation of the page to this one.' },
    class: { ...textOrNull, description: 'Classes of its element.' },
    title: { ...textOrNull, description: 'Its title.' },
  },
};

/**
 * Rich text as it is answered: a node of a document, which holds further ones. Each level has a schema of its own and the last
 * one leaves off: tools that write references out, as those for AI models do, would never end with one that names itself.
 */
export const richTextSchemas = Object.fromEntries([
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
        attrs: { $ref: `${REFERENCE}RichTextAttributes`, description: 'Attributes of the node.' },
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
  ['RichTextAttributes', richTextAttributes],
  ['RichTextMark', richTextMark],
  ['RichTextMarkAttributes', richTextMarkAttributes],
]);

const scalar = { anyOf: ['string', 'number', 'boolean', 'null'].map((type) => ({ type })) };
const scalarOrObject = { anyOf: [...scalar.anyOf, anyObject] };

/** Values by names: texts, numbers, true, false, null and lists of these. */
const values = {
  type: 'object',
  additionalProperties: { anyOf: [...scalar.anyOf, { type: 'array', items: scalar }] },
};

const shapes = {
  values,
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

/** The shapes between which `|` leaves the choice, but for those within parentheses. */
const choices = (shape) => shape.split(/\|(?![^(]*\))/);

/** The schema of a shape of free JSON, as the option of a field names it. */
export const shapeSchema = (shape) => {
  const each = choices(shape);
  if (each.length > 1) return { anyOf: each.flatMap((one) => shapeSchema(one).anyOf ?? [shapeSchema(one)]) };
  if (/^\([^()]*\)$/.test(shape)) return shapeSchema(shape.slice(1, -1));
  if (shape.endsWith('+')) return shapeSchema(shape.slice(0, -1));
  if (shape.endsWith('[]')) return { type: 'array', items: shapeSchema(shape.slice(0, -2)) };
  if (shape.endsWith('{}')) return { type: 'object', additionalProperties: shapeSchema(shape.slice(0, -2)) };
  if (shape.endsWith('?')) {
    const schema = shapeSchema(shape.slice(0, -1));
    if (schema.type === undefined) return { anyOf: [...(schema.anyOf ?? [schema]), { type: 'null' }] };
    return { ...schema, type: [schema.type, 'null'] };
  }
  if (shape.startsWith(PROJECT_PREFIX)) return { $ref: `${REFERENCE}${shape}` };
  if (!Object.hasOwn(shapes, shape)) throw new Error(`There is no shape ${shape}`);
  return shapes[shape];
};
