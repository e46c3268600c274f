import { isDeepStrictEqual } from 'node:util';
import { type Condition, type Operator, operatorSigns, type Lookup } from '../core';

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const readNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
};

/** Negative, 0 or positive as the first is below, like or above the second; undefined when they cannot be compared. */
const compare = (one: unknown, other: unknown): number | undefined => {
  const [a, b] = [readNumber(one), readNumber(other)];
  if (a !== undefined && b !== undefined) return a - b;
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

const isSame = (one: unknown, other: unknown): boolean => {
  if (isDeepStrictEqual(one, other)) return true;
  const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain(one) && isPlain(other) && String(one) === String(other);
};

const contains = (value: unknown, wanted: unknown): boolean => {
  if (Array.isArray(value)) return value.some((one) => isSame(one, wanted));
  return typeof value === 'string' && typeof wanted === 'string' && value.includes(wanted);
};

const holds = (operator: Operator, value: unknown, wanted: unknown): boolean => {
  if (operator === 'exists') return isMissing(value) === (wanted === false);
  if (isMissing(value)) return operator === 'ne';
  switch (operator) {
    case 'eq':
      return isSame(value, wanted);
    case 'ne':
      return !isSame(value, wanted);
    case 'contains':
      return contains(value, wanted);
    case 'gt':
      return (compare(value, wanted) ?? 0) > 0;
    case 'gte':
      return (compare(value, wanted) ?? -1) >= 0;
    case 'lt':
      return (compare(value, wanted) ?? 0) < 0;
    case 'lte':
      return (compare(value, wanted) ?? 1) <= 0;
  }
};

/** Whether all conditions hold. A missing value satisfies only `ne` and `exists` false. */
export const allHold = (conditions: readonly Condition[], lookUp: Lookup): boolean =>
  conditions.every(({ field, operator, value }) =>
    holds(operatorSigns[operator] ?? (operator as Operator), lookUp(field), value),
  );
