import type { FieldProblem } from '@parley/errors';

/** An object of free JSON. */
export type Json = Record<string, unknown>;

/** Reads members of a request's object, and collects problems under the member's whole name. */
export interface Fields {
  /** The name of a member. */
  at(member: string): string;
  wrong(member: string, message: string): void;
  /** A text of so many characters; undefined when it is absent or wrong. */
  text(member: string, limits: { max: number; required?: boolean; pattern?: RegExp }): string | undefined;
  /** A whole number. */
  integer(member: string, limits: { min: number; max: number; required?: boolean }): number | undefined;
  flag(member: string): boolean | undefined;
  /** One of a few texts. */
  oneOf<T extends string>(member: string, values: readonly T[]): T | undefined;
  /** A list of so many elements; an absent one is wrong. */
  list(member: string, limits: { min: number; max: number }): unknown[];
  /** The member's value; undefined for null too. */
  given(member: string): unknown;
  /** Whether it was sent, as null too. */
  has(member: string): boolean;
  /** Fields of an object in this one. */
  inside(member: string, value: Json): Fields;
}

const counted = (text: string): number => [...text].length;

/** Opens an object that stands at `path`. */
export const openFields = (object: Json, path: string, problems: FieldProblem[]): Fields => {
  const at = (member: string): string => (path === '' ? member : `${path}.${member}`);
  const wrong = (member: string, message: string): void => {
    problems.push({ field: at(member), message });
  };
  const given = (member: string): unknown => object[member] ?? undefined;
  return {
    at,
    wrong,
    given,
    has: (member) => object[member] !== undefined,
    inside: (member, value) => openFields(value, at(member), problems),
    text: (member, { max, required = false, pattern }) => {
      const value = given(member);
      if (value === undefined) {
        if (required) wrong(member, 'is required');
        return undefined;
      }
      if (typeof value !== 'string') wrong(member, 'must be a text');
      else if (value === '' || counted(value) > max) wrong(member, `must have 1 to ${max} characters`);
      else if (value.includes('\0')) wrong(member, 'must not hold NUL');
      else if (pattern && !pattern.test(value)) wrong(member, `must match ${pattern.source}`);
      else return value;
      return undefined;
    },
    integer: (member, { min, max, required = false }) => {
      const value = given(member);
      if (value === undefined) {
        if (required) wrong(member, 'is required');
        return undefined;
      }
      if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
      wrong(member, `must be a whole number from ${min} to ${max}`);
      return undefined;
    },
    flag: (member) => {
      const value = given(member);
      if (value === undefined || typeof value === 'boolean') return value;
      wrong(member, 'must be true or false');
      return undefined;
    },
    oneOf: (member, values) => {
      const value = given(member);
      const found = values.find((one) => one === value);
      if (found === undefined)
        wrong(member, value === undefined ? 'is required' : `must be one of ${values.join(', ')}`);
      return found;
    },
    list: (member, { min, max }) => {
      const value = given(member) ?? [];
      if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
      wrong(member, `must be a list of ${min} to ${max} elements`);
      return [];
    },
  };
};
