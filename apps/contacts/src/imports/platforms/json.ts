import { isObject } from '@parley/json';

/** An object of someone else's JSON. */
export type JsonObject = { readonly [key: string]: unknown };

/** The value as an object; an empty one when it is none. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The objects of a list; none when it is no list. */
export const asObjects = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The value as text that can be stored, without blanks around it; undefined when it is none or nothing is left. */
export const asText = (value: unknown): string | undefined => {
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'bigint'
        ? String(value)
        : '';
  return text.toWellFormed().replaceAll('\0', '').trim() || undefined;
};

/** The texts of a list. */
export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((item: unknown) => asText(item) ?? []) : [];

/** A value of an attribute. */
export type Plain = string | number | boolean | string[];

const asPlain = (value: unknown): Plain | undefined => {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (!Array.isArray(value)) return asText(value);
  const texts = asTexts(value);
  return texts.length > 0 ? texts : undefined;
};

/** What of an object is text, number, yes or no, or a list of texts. */
export const plainValues = (object: JsonObject): Record<string, Plain> =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const [name, plain] = [asText(key), asPlain(value)];
      return name === undefined || name === '__proto__' || plain === undefined ? [] : [[name, plain]];
    }),
  );
