import { invalid } from '@parley/errors';
import { isObject, jsonBytes } from '@parley/json';

/** Most bytes of a contact's free attributes that are written key by key: those of a request that replaces them. */
const MAX_BYTES = 1024 * 1024;

/**
 * A contact's free attributes after single keys are written, where null removes one; undefined when none is. 400 naming `field` when
 * the stored ones are no object, or would be too many.
 */
export const customDataAfter = (
  stored: unknown,
  changes: ReadonlyMap<string, unknown>,
  field: string,
): Record<string, unknown> | undefined => {
  if (changes.size === 0) return undefined;
  if (stored !== null && !isObject(stored))
    throw invalid({ field, message: 'cannot be written: customData of the contact is no object' });
  const values = { ...stored, ...Object.fromEntries(changes) };
  const entries = Object.entries(values).filter(([key, value]) => !(changes.has(key) && value === null));
  if (stored === null && entries.length === 0) return undefined;
  const after = Object.fromEntries(entries);
  if (jsonBytes(after) > MAX_BYTES)
    throw invalid({ field, message: `would give customData more than ${MAX_BYTES} bytes` });
  return after;
};
