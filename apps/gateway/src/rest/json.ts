import { isUtf8 } from 'node:buffer';
import { DomainError, type FieldProblem, invalid, tooLarge } from '@parley/errors';
import { type JsonShape, parseJsonInSteps, surveyJsonInSteps } from '@parley/json';
import { takeInTurns } from '@parley/timing';

/**
 * Deepest nesting of a body, itself counted. A level of free JSON takes three of the 100 that the RPC codec decodes.
 */
export const MAX_JSON_DEPTH = 30;

/** Most members and elements of a body, at every level, of whatever names and size. */
export const MAX_JSON_VALUES = 50_000;

/** Bytes of the largest body for each value of one with few different names; rich text takes more. */
const BYTES_PER_VALUE = 10;

/** Most different names of a body with more values than `MAX_JSON_VALUES`: rich text has a few dozen. */
const FEW_NAMES = 500;

/** How many members and elements a body may have. */
export interface JsonLimits {
  /** When it has at most `FEW_NAMES` different names. */
  values: number;
  /** When it has more of them. */
  namedValues: number;
}

/** The limits of a body of an operation that takes so many bytes, unless its row says otherwise. */
export const scaleJsonLimits = (maxBodyBytes: number): JsonLimits => ({
  values: Math.max(MAX_JSON_VALUES, Math.floor(maxBodyBytes / BYTES_PER_VALUE)),
  namedValues: MAX_JSON_VALUES,
});

/** Most different names of members in a body. Each new name costs far more than another value of a known one. */
export const MAX_JSON_NAMES = 5_000;

const TOO_DEEP = `is nested deeper than ${MAX_JSON_DEPTH} levels`;
const BAD_TEXT = 'contains a character that text cannot hold (NUL or half of a surrogate pair)';
const BAD_NUMBER = 'is a number out of range';
const BAD_NAME = 'is no name that a field can have';
const PROTOTYPE_KEY = '__proto__';

/** Whether text can be stored and sent: no NUL, no half surrogate pair. */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const below = (field: string | number, problem: FieldProblem | undefined): FieldProblem | undefined =>
  problem && {
    field: problem.field === '' ? String(field) : `${field}.${problem.field}`,
    message: problem.message,
  };

/** Finds the first value that cannot travel, and the first name that would replace an object's prototype. */
const inspect = (value: unknown): FieldProblem | undefined => {
  if (typeof value === 'string') return isCleanText(value) ? undefined : { field: '', message: BAD_TEXT };
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : { field: '', message: BAD_NUMBER };
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const problem = inspect(value[index]);
      if (problem) return below(index, problem);
    }
    return undefined;
  }
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record)) {
    if (key === PROTOTYPE_KEY) return { field: key, message: BAD_NAME };
    if (!isCleanText(key))
      return { field: '', message: 'has a name that contains NUL or half a surrogate pair' };
    const problem = inspect(record[key]);
    if (problem) return below(key, problem);
  }
  return undefined;
};

const invalidJson = (message: string): DomainError => new DomainError('invalid', 'INVALID_JSON', message);

const refused = ({ field, message }: FieldProblem): DomainError =>
  invalid(field === '' ? [] : [{ field, message }], `${field || 'The body'} ${message}.`);

/** Refuses what would cost too much to build, before anything is built. */
function* demandBuildable(bytes: Buffer, limits: JsonLimits): Generator<void, JsonShape> {
  const bounds = { depth: MAX_JSON_DEPTH, values: limits.values, names: MAX_JSON_NAMES };
  const shape = yield* surveyJsonInSteps(bytes, bounds);
  const { values, names, tooDeep, closed } = shape;
  if (!closed) throw invalidJson('The body is not valid JSON.');
  if (tooDeep !== undefined) throw refused({ field: tooDeep, message: TOO_DEEP });
  const maxValues = names > FEW_NAMES ? limits.namedValues : limits.values;
  if (values > maxValues) throw tooLarge(`The body has more than ${maxValues} values.`);
  if (names > MAX_JSON_NAMES)
    throw tooLarge(`The body has more than ${MAX_JSON_NAMES} different field names.`);
  return shape;
}

/** Inspects a body, the elements of its lists some at a time. */
function* inspectInSteps(body: Record<string, unknown>): Generator<void, FieldProblem | undefined> {
  for (const name of Object.keys(body)) {
    const member = body[name];
    const isList = Array.isArray(member);
    const problem = inspect({ [name]: isList ? [] : member });
    if (problem) return problem;
    for (const [index, element] of isList ? member.entries() : []) {
      const inside = inspect(element);
      if (inside) return below(name, below(index, inside));
      if (index % INSPECTED_TOGETHER === 0) yield;
    }
  }
  return undefined;
}

/** Elements of a list that are inspected in one step. */
const INSPECTED_TOGETHER = 64;

function* parseInSteps(bytes: Buffer, limits: JsonLimits): Generator<void, Record<string, unknown>> {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw invalidJson('The body is not UTF-8 text.');
  const { lists } = yield* demandBuildable(bytes, limits);
  let value: unknown;
  try {
    value = yield* parseJsonInSteps(bytes, lists);
  } catch {
    // The parser's message quotes the body, which may hold a password.
    throw invalidJson('The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid([], 'The body must be a JSON object.');
  }
  const problem = yield* inspectInSteps(value as Record<string, unknown>);
  if (problem) throw refused(problem);
  return value as Record<string, unknown>;
}

/**
 * Reads a body as a JSON object; an empty body is an empty object. A long one is read in stretches between which other requests
 * have their turn.
 *
 * @throws DomainError 400 `invalid_json` or `invalid_input`, 413 for more values or names than the limits have.
 */
export const parseBody = (
  bytes: Buffer,
  limits: JsonLimits = { values: MAX_JSON_VALUES, namedValues: MAX_JSON_VALUES },
): Promise<Record<string, unknown>> => takeInTurns(parseInSteps(bytes, limits));
