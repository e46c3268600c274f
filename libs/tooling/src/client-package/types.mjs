// Schemas of the OpenAPI document as TypeScript.

/** Gives each named schema a name of its own: `Ticket`, and with its package where two have the same. */
export const nameSchemas = (schemas) => {
  const short = (name) =>
    name.replace(/^parley\.\w+\.v1\./, '').replaceAll(/\.(.)/g, (_, letter) => letter.toUpperCase());
  const counts = new Map();
  for (const name of Object.keys(schemas)) counts.set(short(name), (counts.get(short(name)) ?? 0) + 1);
  const owner = (name) => capital(/^parley\.(\w+)\./.exec(name)?.[1] ?? '');
  return new Map(
    Object.keys(schemas).map((name) => [
      name,
      counts.get(short(name)) > 1 ? owner(name) + short(name) : short(name),
    ]),
  );
};

/** A text that begins with a capital letter. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A comment before a member or a type, without what ends comments. */
export const comment = (text, indent = '') =>
  text
    ? `${indent}/** ${text
        .replaceAll('*/', '*\u200b/')
        .replaceAll(/\s*\n\s*/g, ' ')
        .trim()} */\n`
    : '';

const property = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** Writes types of schemas. `names` holds the names of those that are referred to. */
export const createTypes = (names) => {
  const union = (types) => {
    const each = [...new Set(types)];
    return each.includes('unknown') ? 'unknown' : each.length === 1 ? each[0] : `(${each.join(' | ')})`;
  };
  const members = ({ properties = {}, required = [], additionalProperties }, indent) => {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(
      ([name, schema]) =>
        `${comment(schema.description, inner)}${inner}${property(name)}${required.includes(name) ? '' : '?'}: ${write(schema, inner)};\n`,
    );
    if (additionalProperties && typeof additionalProperties === 'object' && lines.length === 0)
      return `{ [name: string]: ${write(additionalProperties, indent)} }`;
    if (lines.length === 0) return '{ [name: string]: unknown }';
    // What else it has is of any type.
    const others = additionalProperties ? `${inner}[name: string]: unknown;\n` : '';
    return `{\n${lines.join('')}${others}${indent}}`;
  };
  const ofType = (type, schema, indent) => {
    if (type === 'string') return 'string';
    if (type === 'integer' || type === 'number') return 'number';
    if (type === 'boolean') return 'boolean';
    if (type === 'null') return 'null';
    if (type === 'array') return `${write(schema.items ?? {}, indent)}[]`;
    return members(schema, indent);
  };
  /** The type of a schema. */
  const write = (schema, indent = '') => {
    if (schema.$ref) return names.get(schema.$ref.split('/').at(-1));
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
    const choice = schema.anyOf ?? schema.oneOf;
    if (choice) return union(choice.map((one) => write(one, indent)));
    if (schema.allOf) return `(${schema.allOf.map((one) => write(one, indent)).join(' & ')})`;
    if (schema.type === undefined) return schema.properties ? members(schema, indent) : 'unknown';
    return union([schema.type].flat().map((type) => ofType(type, schema, indent)));
  };
  return write;
};
