import { randomInt } from 'node:crypto';

/** The shape of a JSON value, read from the bytes of its text before it is built. */
export interface JsonShape {
  /** Members and elements, at every level. */
  values: number;
  /** Different names of members; 0 for a text too short to have more than the bound. */
  names: number;
  /** Path of the first value that lies deeper than allowed; undefined when none does. */
  tooDeep: string | undefined;
  /** Whether every open bracket was closed. Only parsing finds other errors. */
  closed: boolean;
}

/** Where `surveyJson` stops counting. */
export interface JsonBounds {
  /** Deepest level of an object or list, the outermost being 1. */
  depth: number;
  /** Most members and elements. */
  values: number;
  /** Most different names of members. */
  names: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Taken once: it is called for each byte of a text. */
const { imul } = Math;

/** Different in every process, so that an attacker cannot find names that collide in the count. */
const SEED = randomInt(1, 2 ** 32);

/** Longest part of a name that a path quotes, in bytes. */
const SHOWN_BYTES = 64;

/** Fewest bytes that a member takes: `"":0` and its comma. */
const MEMBER_BYTES = 5;

/** Counts different numbers up to a bound, in flat memory. */
const createDistinct = (bound: number): { add(hash: number): void; count(): number } => {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(bound * 2)));
  let count = 0;
  return {
    add: (hash) => {
      if (count > bound) return;
      const value = hash === 0 ? 1 : hash;
      let at = value & (slots.length - 1);
      while (slots[at] !== 0 && slots[at] !== value) at = (at + 1) & (slots.length - 1);
      if (slots[at] === value) return;
      slots[at] = value;
      count += 1;
    },
    count: () => count,
  };
};

/** A container on the way to where the survey is: the bytes of the member's name, or the index of the element. */
interface Level {
  list: boolean;
  index: number;
  nameFrom: number;
  nameTo: number;
}

const readName = (bytes: Buffer, { nameFrom, nameTo }: Level): string => {
  const quoted = bytes.toString('utf8', nameFrom, nameTo);
  try {
    return String(JSON.parse(quoted)).slice(0, SHOWN_BYTES);
  } catch {
    return quoted.slice(1, SHOWN_BYTES);
  }
};

/**
 * Walks over JSON text without building anything, so that what would cost too much to build is known first. It stops
 * at the bounds of values and names; text that is no JSON gives numbers that mean nothing, and then fails to parse.
 */
export const surveyJson = (bytes: Buffer, bounds: JsonBounds): JsonShape => {
  // Most bodies are too short to have too many names.
  const names = bytes.length > bounds.names * MEMBER_BYTES ? createDistinct(bounds.names) : undefined;
  const levels: Level[] = [];
  let values = 0;
  let depth = 0;
  let tooDeep: string | undefined;
  let textFrom = 0;
  let textTo = 0;
  let hash = 0;
  const pathHere = (): string =>
    levels
      .slice(1, depth)
      .map((level) => (level.list ? String(level.index) : readName(bytes, level)))
      .join('.');

  const shape = (closed: boolean): JsonShape => ({ values, names: names?.count() ?? 0, tooDeep, closed });

  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE: {
        textFrom = at;
        hash = SEED;
        for (at += 1; at < bytes.length && bytes[at] !== QUOTE; at += 1) {
          if (bytes[at] === BACKSLASH) at += 1;
          // FNV-1a; only names are counted, but a name is known by the colon behind it.
          hash = imul(hash ^ (bytes[at] as number), 0x01000193);
        }
        textTo = at + 1;
        break;
      }
      case COLON: {
        names?.add(hash >>> 0);
        if ((names?.count() ?? 0) > bounds.names) return shape(true);
        const level = levels[depth];
        if (level) {
          level.nameFrom = textFrom;
          level.nameTo = textTo;
        }
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST: {
        values += 1;
        depth += 1;
        if (depth > bounds.depth) tooDeep ??= pathHere();
        else if (depth > 0)
          levels[depth] = { list: bytes[at] === OPEN_LIST, index: 0, nameFrom: 0, nameTo: 0 };
        break;
      }
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth -= 1;
        break;
      case COMMA: {
        values += 1;
        const level = levels[depth];
        if (level) level.index += 1;
        break;
      }
      default:
    }
    if (values > bounds.values && tooDeep === undefined) return shape(true);
  }
  return shape(depth === 0);
};
