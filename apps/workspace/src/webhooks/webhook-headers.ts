import type { FieldProblem } from '@parley/errors';
import type { Header } from './webhook';

/** Most headers of a webhook. */
const MAX_HEADERS = 20;

/** A field name by RFC 9110. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** Printable, so no line can end in it. */
const VALUE = /^[\x20-\x7e]{0,4096}$/;

/** Headers of the connection, the content and the sender, which are not the receiver's to set. */
const reserved: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);

const isReserved = (name: string): boolean =>
  reserved.has(name) || name.startsWith('proxy-') || name.startsWith('webhook-');

const findProblem = (header: unknown, field: string, seen: Set<string>): FieldProblem | undefined => {
  const { key, value } = (header ?? {}) as Partial<Record<keyof Header, unknown>>;
  if (typeof key !== 'string' || !NAME.test(key))
    return { field: `${field}.key`, message: 'must be a header name of at most 128 characters' };
  if (isReserved(key.toLowerCase())) return { field: `${field}.key`, message: `${key} cannot be set` };
  if (seen.has(key.toLowerCase())) return { field: `${field}.key`, message: `${key} is there twice` };
  seen.add(key.toLowerCase());
  if (typeof value !== 'string' || !VALUE.test(value))
    return { field: `${field}.value`, message: 'must be printable ASCII of at most 4096 characters' };
  return undefined;
};

/** The problems of the headers in a request; none when they may be sent along. */
export const headerProblems = (headers: readonly unknown[]): FieldProblem[] => {
  if (headers.length > MAX_HEADERS)
    return [{ field: 'headers', message: `must have at most ${MAX_HEADERS} headers` }];
  const seen = new Set<string>();
  return headers.flatMap((header, index) => findProblem(header, `headers.${index}`, seen) ?? []);
};
