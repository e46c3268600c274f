import type { RichText, RichTextNode } from '@parley/rich-text';

/** The values to fill in: the contact's public document. */
export type ContactDocument = Readonly<Record<string, unknown>>;

/** `{{name}}` or `{{name|fallback}}`. */
const VARIABLE = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

const plain = ['name', 'email', 'userId', 'phone', 'companyName', 'plan'] as const;

const CUSTOM = 'customData.';

/** A value as text; none for an object, a list and an empty value. */
const asText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** The value under a path: a key written with dots wins over nested ones. */
const inside = (value: unknown, path: string): unknown => {
  const whole = own(value, path);
  const at = path.indexOf('.');
  return whole !== undefined || at < 0 ? whole : inside(own(value, path.slice(0, at)), path.slice(at + 1));
};

/** The value of a variable; undefined for an unknown one and without a value. */
const findValue = (name: string, contact: ContactDocument): string | undefined => {
  if (name === 'firstName') return asText(contact['name'])?.trim().split(/\s+/)[0] || undefined;
  if (name.startsWith(CUSTOM)) return asText(inside(contact['customData'], name.slice(CUSTOM.length)));
  return (plain as readonly string[]).includes(name) ? asText(contact[name]) : undefined;
};

/** A text with its variables filled. Without a contact every variable has its fallback. */
export const fillText = (text: string, contact: ContactDocument | undefined): string =>
  text.replaceAll(VARIABLE, (all, sent: string, fallback: string | undefined) => {
    const name = sent.trim();
    if (name === '') return all;
    return (contact && findValue(name, contact)) ?? fallback?.trim() ?? '';
  });

/** As `fillText`, on one line: values cannot add lines, and so no headers, to a subject. */
export const fillLine = (text: string, contact: ContactDocument | undefined): string =>
  fillText(text, contact).replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');

/** Whether a document has anything to fill. */
export const hasVariables = (document: RichText): boolean => JSON.stringify(document).includes('{{');

const fillNode = (node: RichTextNode, contact: ContactDocument | undefined): RichTextNode[] => {
  if (typeof node.text === 'string') {
    const text = fillText(node.text, contact);
    // A text node must not be empty.
    return text === '' ? [] : [{ ...node, text }];
  }
  if (!node.content) return [node];
  return [{ ...node, content: node.content.flatMap((child) => fillNode(child, contact)) }];
};

/** A document with the variables of its texts filled. A value is text, never markup. */
export const fillDocument = (document: RichText, contact: ContactDocument | undefined): RichText => {
  const { content } = document;
  return content
    ? ({ ...document, content: content.flatMap((child) => fillNode(child, contact)) } as RichText)
    : document;
};
