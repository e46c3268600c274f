import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { invalid } from '@parley/errors';
import type { JsonSchema } from '@parley/proto';
import { readText } from './query';
import { isCleanText } from './json';

/** The media type of what browsers and their libraries send by themselves. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Whether a request brings such a form. */
export const bringsForm = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === FORM_TYPE;

/**
 * Reads a form as the JSON body with the same fields, unknown ones too: a text that means a number or a boolean where the schema wants one becomes
 * it. 400 `invalid_input` for a field that comes twice, and for text that cannot be stored.
 */
export const parseForm = (
  bytes: Buffer,
  properties: Readonly<Record<string, JsonSchema>>,
): Record<string, unknown> => {
  if (!isUtf8(bytes)) throw invalid([], 'The body is not UTF-8 text.');
  const body: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema) {
      body[name] = value;
      continue;
    }
    if (name in body) throw invalid({ field: name, message: 'must be given once' });
    if (!isCleanText(value))
      throw invalid({
        field: name,
        message: 'contains a character that text cannot hold (NUL or half of a surrogate pair)',
      });
    body[name] = readText(schema, value);
  }
  return body;
};
