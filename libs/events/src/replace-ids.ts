/**
 * A value with other ids. An id is always a whole value. One that is replaced by null is deleted from lists, with the elements that have it.
 */
export const replaceIds = <T extends object>(value: T, ids: ReadonlyMap<string, string | null>): T => {
  const isDeleted = (one: unknown): boolean => typeof one === 'string' && ids.get(one) === null;
  const hasDeleted = (one: unknown): boolean =>
    isDeleted(one) || (isRecord(one) && Object.values(one).some(isDeleted));
  const replaced = (one: unknown): unknown => {
    if (typeof one === 'string') return ids.get(one) ?? one;
    if (Array.isArray(one)) return one.filter((element) => !hasDeleted(element)).map(replaced);
    if (!isRecord(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, field]) => [name, replaced(field)]));
  };
  return replaced(value) as T;
};

/** Not a date, which is a value. */
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
