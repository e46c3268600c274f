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
  /** The long lists that are members of the outermost object, in the order of the text. */
  lists: JsonList[];
}

/** A long list in a text, in bytes. */
export interface JsonList {
  name: string;
  /** Where its content begins and ends. */
  from: number;
  to: number;
  /** Commas between its elements that divide it into pieces. */
  cuts: number[];
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

/** The level of lists that are members of the outermost object. */
const MEMBER_DEPTH = 2;

/** Fewest bytes of a long list, and of a piece of it. */
const PIECE_BYTES = 64 * 1024;

/** Texts and other bytes of one step. */
const STEP = 64 * 1024;

/** Bytes from which on a text is searched for its end, and not read byte by byte: a search costs as much as these. */
const SHORT_TEXT = 64;

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
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1);
  }
};

/** Finds the ends of texts. Called with ascending positions, it reads each byte once. */
const createTextEnds = (bytes: Buffer): ((from: number) => number) => {
  const next = { [QUOTE]: -1, [BACKSLASH]: -1 };
  const findNext = (byte: typeof QUOTE | typeof BACKSLASH, from: number): number => {
    if (next[byte] < from) {
      const found = bytes.indexOf(byte, from);
      next[byte] = found < 0 ? bytes.length : found;
    }
    return next[byte];
  };
  return (from) => {
    let at = from;
    for (;;) {
      for (const stop = at + SHORT_TEXT; at < stop; at += 1) {
        if (at >= bytes.length || bytes[at] === QUOTE) return at;
        if (bytes[at] === BACKSLASH) at += 1;
      }
      at = Math.min(findNext(QUOTE, at), findNext(BACKSLASH, at));
    }
  };
};

/** Collects the long lists from their brackets and commas. */
const createLists = (): {
  found: JsonList[];
  open(at: number): void;
  divide(at: number): void;
  close(at: number, readTheName: () => string): void;
} => {
  const found: JsonList[] = [];
  let open: JsonList | undefined;
  return {
    found,
    open: (at) => void (open = { name: '', from: at + 1, to: at + 1, cuts: [] }),
    divide: (at) => {
      if (open && at - (open.cuts.at(-1) ?? open.from) > PIECE_BYTES) open.cuts.push(at);
    },
    close: (at, readTheName) => {
      if (open && at - open.from > PIECE_BYTES) found.push({ ...open, name: readTheName(), to: at });
      open = undefined;
    },
  };
};

/** FNV-1a. */
const hashName = (bytes: Buffer, from: number, to: number): number => {
  let hash = SEED;
  for (let at = from; at < to; at += 1) hash = imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash >>> 0;
};

/** Walks over JSON text as `surveyJson` does, in steps of some 0.1 ms. */
export function* surveyJsonInSteps(bytes: Buffer, bounds: JsonBounds): Generator<void, JsonShape> {
  // Most bodies are too short to have too many names.
  const names = bytes.length > bounds.names * MEMBER_BYTES ? createDistinct(bounds.names) : undefined;
  const findTextEnd = createTextEnds(bytes);
  const levels: Level[] = [];
  const lists = createLists();
  let values = 0;
  let depth = 0;
  let tooDeep: string | undefined;
  let textFrom = 0;
  let textTo = 0;
  let rest = STEP;
  const pathHere = (): string =>
    levels
      .slice(1, depth)
      .map((level) => (level.list ? String(level.index) : readName(bytes, level).slice(0, SHOWN_BYTES)))
      .join('.');

  const shape = (closed: boolean): JsonShape => {
    return { values, names: names?.count() ?? 0, tooDeep, closed, lists: lists.found };
  };

  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE: {
        textFrom = at;
        at = findTextEnd(at + 1);
        textTo = at + 1;
        break;
      }
      case COLON: {
        // A name is known by the colon behind it; it is read once, however many colons follow.
        names?.add(hashName(bytes, textFrom, textTo));
        if ((names?.count() ?? 0) > bounds.names) return shape(true);
        const level = levels[depth];
        if (level) {
          level.nameFrom = textFrom;
          level.nameTo = textTo;
        }
        textFrom = textTo;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST: {
        values += 1;
        depth += 1;
        if (depth > bounds.depth) tooDeep ??= pathHere();
        else if (depth > 0)
          levels[depth] = { list: bytes[at] === OPEN_LIST, index: 0, nameFrom: 0, nameTo: 0 };
        if (depth === MEMBER_DEPTH && bytes[at] === OPEN_LIST && levels[1]?.list === false) lists.open(at);
        break;
      }
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        if (depth === MEMBER_DEPTH) lists.close(at, () => readName(bytes, levels[1] as Level));
        depth -= 1;
        break;
      case COMMA: {
        values += 1;
        const level = levels[depth];
        if (level) level.index += 1;
        if (depth === MEMBER_DEPTH) lists.divide(at);
        break;
      }
      default:
    }
    if (values > bounds.values && tooDeep === undefined) return shape(true);
    rest -= 1;
    if (rest > 0) continue;
    rest = STEP;
    yield;
  }
  return shape(depth === 0);
}

/**
 * Walks over JSON text without building anything, so that what would cost too much to build is known first. It stops
 * at the bounds of values and names; text that is no JSON gives numbers that mean nothing, and then fails to parse.
 */
export const surveyJson = (bytes: Buffer, bounds: JsonBounds): JsonShape => {
  const steps = surveyJsonInSteps(bytes, bounds);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
