import { type JsonSchema, messageSchemas } from '@parley/proto';

const ID = '66f2a1b0c3d4e5f601234567';
/** Texts of which one matches each pattern of the contract. */
const texts = ['some text', ID, 'en', '1.2', 'https://example.com/a'];

const sampleText = ({ format, pattern = '', minLength = 0 }: JsonSchema): unknown => {
  if (format === 'email') return 'ada@example.com';
  const fitting = new RegExp(pattern as string);
  return texts.find((text) => text.length >= (minLength as number) && fitting.test(text));
};

/** A value that a schema takes. */
export const sampleValue = (given: JsonSchema): unknown => {
  const { $ref } = given;
  if (typeof $ref === 'string') return sampleFields(messageSchemas[$ref.split('/').at(-1) ?? '']?.properties);
  // All of the names: the answer stays whole.
  if (Array.isArray(given['x-fields'])) return given['x-fields'];
  const { type, format, enum: values, examples, items, minItems = 1, minimum = 0, maximum = 7 } = given;
  if (format === 'date-time') return '2031-05-06T07:08:09.000Z';
  if (format === 'byte') return Buffer.from('some bytes');
  if (Array.isArray(examples) && !(items as JsonSchema | undefined)?.['$ref']) return examples[0];
  if (Array.isArray(values)) return values[0];
  switch (type) {
    case 'string':
      return sampleText(given);
    case 'integer':
    case 'number':
      return Math.max(minimum as number, Math.min(maximum as number, 7));
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: minItems as number }, () => sampleValue((items ?? {}) as JsonSchema));
    default:
      return { any: 'text' };
  }
};

/** A message with a value in each field that a caller may send. */
export const sampleFields = (properties: Record<string, JsonSchema> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name, schema]) => name !== 'nulls' && schema['readOnly'] !== true)
      .map(([name, schema]) => [name, sampleValue(schema)]),
  );
