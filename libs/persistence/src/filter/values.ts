import { invalidQuery } from './invalid-query';

/** A query string's way to say that a field is not set. */
export const UNSET = 'null';

const DATE = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

const NUMBER = /^-?(?:0|[1-9]\d{0,99})(?:\.\d{1,100})?(?:e[+-]?\d{1,3})?$/i;

/** Whether a text is a JSON number that a double can hold. */
export const isNumber = (value: string): boolean => NUMBER.test(value) && Number.isFinite(Number(value));

/** Reads a number, for a `double precision` column. */
export const readNumber = (field: string, value: string): number => {
  if (!isNumber(value)) throw invalidQuery(field, 'Give a number.');
  return Number(value);
};

/** Reads a whole number, for a column of up to 64 bits. */
export const readInteger = (field: string, value: string): number => {
  const number = /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw invalidQuery(field, 'Give a whole number.');
  return number;
};

/** Reads `true` or `false`. */
export const readBoolean = (field: string, value: string): boolean => {
  if (value !== 'true' && value !== 'false') throw invalidQuery(field, 'Give true or false.');
  return value === 'true';
};

/**
 * Reads an ISO 8601 time to the millisecond and answers it in UTC. A bare date is its first millisecond, a time
 * without a zone is UTC. A space may stand for the `+` of a zone, as an unescaped one arrives in a query string.
 */
export const readDate = (field: string, value: string): string => {
  const wrong = (): Error =>
    invalidQuery(field, 'Give a date or time as in 2026-01-31 or 2026-01-31T12:00:00.000Z.');
  const match = DATE.exec(value.replace(/ (?=\d{2}:?\d{2}$)/, '+'));
  if (!match) throw wrong();
  const [, day = '', time = '00:00', seconds = '00', fraction = '', zone = 'Z'] = match;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const at = new Date(`${day}T${time}:${seconds}.${milliseconds}${offset}`);
  // JavaScript takes 31 February for 3 March.
  const dayExists = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  if (Number.isNaN(at.getTime()) || !dayExists) throw wrong();
  const year = at.getUTCFullYear();
  if (year < 1 || year > 9999) throw wrong();
  return at.toISOString();
};

/** Refuses what PostgreSQL cannot store in a text. */
export const readText = (field: string, value: string): string => {
  if (value.includes('\0')) throw invalidQuery(field, 'Leave out the NUL character.');
  return value.toWellFormed();
};
