/** Most characters that one insertion, and all of a text, may add. */
const MAX_INSERTED = 10_000;
const MAX_ALL = 20_000;

/** Most characters of a name. */
const MAX_NAME = 300;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The name in a placeholder; undefined for a text that is none. */
const readName = (written: string): string | undefined => {
  const name = written.trim();
  return name !== '' && name.length <= MAX_NAME ? name : undefined;
};
const NAMED = /^(?:contact\.(?:name|email|userId)|attributes\..+|answer|event\.data\..+)$/;
/** Everything that Markdown could take for markup. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Text that means itself in Markdown. */
export const escapeMarkdown = (text: string): string => text.replaceAll(PUNCTUATION, '\\$&');

/** The value of a name; undefined when it is missing. */
export type Lookup = (name: string) => unknown;

/** The names in a text that values stand in place of. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].flatMap(([, written = '']) => readName(written) ?? []);

/** A value as text; an empty one when it is missing. */
export const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

const insert = (template: string, lookUp: Lookup, escape: (text: string) => string): string => {
  let left = MAX_ALL;
  return template.replaceAll(PLACEHOLDER, (whole, written: string) => {
    const name = readName(written);
    if (name === undefined) return whole;
    if (!NAMED.test(name)) return '';
    const text = toText(lookUp(name)).slice(0, Math.min(MAX_INSERTED, left)).toWellFormed();
    left -= text.length;
    return escape(text);
  });
};

/** A Markdown text with values in place of their names, as plain text: what they hold is no markup and no template. */
export const renderMarkdown = (template: string, lookUp: Lookup): string =>
  insert(template, lookUp, (text) => escapeMarkdown(text.replaceAll(/\s+/g, ' ').trim()));

/** Free JSON with values in place of their names in its texts. */
export const renderJson = (value: unknown, lookUp: Lookup): unknown => {
  if (typeof value === 'string') return insert(value, lookUp, (text) => text);
  if (Array.isArray(value)) return value.map((one) => renderJson(one, lookUp));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renderJson(one, lookUp)]));
};
