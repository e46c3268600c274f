/** Names under which secrets travel. */
export const secretKeys: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'api-token',
  'apiToken',
  'svc-hash',
  'svcHash',
  'password',
  'token',
  'code',
  'secret',
  'sessionSecret',
  'apiKey',
  'accessToken',
  'credentials',
]);

/** Deep enough for any line, and an end for objects that contain themselves. */
const MAX_DEPTH = 8;

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, depth + 1));
  return isPlain(value) ? redactObject(value as Record<string, unknown>, depth) : value;
};

const redactObject = (object: Record<string, unknown>, depth: number): Record<string, unknown> => {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    const redacted = secretKeys.has(key) ? '[redacted]' : redactValue(value, depth + 1);
    if (redacted !== value) (copy ??= { ...object })[key] = redacted;
  }
  return copy ?? object;
};

/**
 * Replaces what stands under the usual names of secrets (passwords, tokens, codes, cookies) by `[redacted]`, at any
 * depth of plain objects and arrays; the given object stays as it is. The logger's library has a redaction of its own
 * that takes ten times as long per line once paths have wildcards.
 */
export const redact = (object: Record<string, unknown>): Record<string, unknown> => redactObject(object, 0);
