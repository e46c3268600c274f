import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';

/** Reads one element of a list; answers a sentence when it is wrong. */
export type ElementReader<T> = (element: unknown) => { value: T } | { problem: string };

/** A free-form list as values; errors are added to `problems` under `field` or `field.<index>`. */
export const readList = <T>(
  list: readonly unknown[],
  { field, max }: { field: string; max: number },
  read: ElementReader<T>,
  problems: FieldProblem[],
): T[] => {
  if (list.length > max) {
    problems.push({ field, message: `must have at most ${max} elements` });
    return [];
  }
  return list.flatMap((element, index) => {
    const result = read(element);
    if ('value' in result) return [result.value];
    problems.push({ field: `${field}.${index}`, message: result.problem });
    return [];
  });
};

/** A text of 1 to `max` characters. */
export const textElement =
  (max: number): ElementReader<string> =>
  (element) =>
    typeof element === 'string' && element.length > 0 && element.length <= max
      ? { value: element }
      : { problem: `must be a text of 1 to ${max} characters` };

/** A property of an object element: undefined when absent or null, a problem when it is no text or too long. */
const textProperty = (
  object: Record<string, unknown>,
  name: string,
  max: number,
): { value: string | undefined } | { problem: string } => {
  const value = object[name];
  if (value === undefined || value === null) return { value: undefined };
  return typeof value === 'string' && value.length <= max
    ? { value }
    : { problem: `${name} must be a text of at most ${max} characters` };
};

/** An object of texts; those in `required` must be there and not be empty, others that are empty are left out. */
export const objectElement =
  <T>(limits: Readonly<Record<string, number>>, required: readonly string[]): ElementReader<T> =>
  (element) => {
    if (!isObject(element)) return { problem: 'must be an object' };
    const result: Record<string, string> = {};
    for (const [name, max] of Object.entries(limits)) {
      const property = textProperty(element, name, max);
      if ('problem' in property) return property;
      if (property.value) result[name] = property.value;
      else if (required.includes(name)) return { problem: `${name} is required` };
    }
    return Object.keys(result).length > 0
      ? { value: result as T }
      : { problem: `must have one of ${Object.keys(limits).join(', ')}` };
  };
