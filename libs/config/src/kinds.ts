import {
  type DefaultAndOptions,
  type Variable,
  type VariableOptions,
  makeVariable,
  splitArguments,
} from './variable';

/** With `optional` the setting may be absent, and has no default. */
type Optional<O> = O & { optional: true };
type Mandatory<O> = O & { optional?: false };

/** A kind with lines of the form `kind(NAME, default?, options?)`; optional without a default gives `T | undefined`. */
interface VariableKind<T, O extends VariableOptions<T>> {
  (name: string, options: Optional<O>): Variable<T | undefined>;
  (name: string, ...rest: DefaultAndOptions<T, Mandatory<O>>): Variable<T>;
}

const defineKind =
  <T, O extends VariableOptions<T>>(
    describe: (options: Partial<O>) => {
      expected: string;
      parse: (text: string) => T | undefined;
      print?: (value: T) => string;
    },
  ): VariableKind<T, O> =>
  (name: string, ...rest: DefaultAndOptions<T, O>): Variable<T> => {
    const { defaultValue, options } = splitArguments<T, O>(rest);
    return makeVariable(name, describe(options), defaultValue, options);
  };

/** Options of `int`; both bounds are inclusive. */
export interface IntOptions extends VariableOptions<number> {
  min?: number;
  max?: number;
}

const range = ({ min, max }: IntOptions): string => {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
};

/** A whole number in decimal digits. */
export const int = defineKind<number, IntOptions>((options) => ({
  expected: `an integer${range(options)}`,
  parse: (text) => {
    const value = /^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN;
    const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
    return value >= min && value <= max ? value : undefined;
  },
}));

/** Any non-empty text, taken as it is. */
export const text = defineKind<string, VariableOptions<string>>(() => ({
  expected: 'a text',
  parse: (value) => value,
}));

/** Options of `url`. */
export interface UrlOptions extends VariableOptions<string> {
  /** Allowed schemes without the colon, e.g. `['postgres', 'postgresql']`. Any when absent. */
  protocols?: readonly string[];
}

/** An absolute URL, kept as text. Declare it secret when it may carry a password. */
export const url = defineKind<string, UrlOptions>(({ protocols }) => ({
  expected: protocols ? `a URL (${protocols.map((scheme) => `${scheme}://`).join(' or ')})` : 'a URL',
  parse: (value) => {
    const trimmed = value.trim();
    if (!URL.canParse(trimmed)) return undefined;
    return !protocols || protocols.includes(new URL(trimmed).protocol.slice(0, -1)) ? trimmed : undefined;
  },
}));

const flags = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** A switch: 1, 0, true or false in any case. */
export const flag = defineKind<boolean, VariableOptions<boolean>>(() => ({
  expected: '1, 0, true or false',
  parse: (value) => flags.get(value.trim().toLowerCase()),
  print: (value) => (value ? '1' : '0'),
}));

/** Options of `list`. */
export interface ListOptions extends VariableOptions<readonly string[]> {
  /** A rule that every item must keep; `expected` names the items, e.g. `CIDR networks`. */
  items?: { expected: string; test: (item: string) => boolean };
}

/** Texts separated by commas; blanks around them and empty ones go. */
export const list = defineKind<readonly string[], ListOptions>(({ items }) => ({
  expected: `a comma-separated list${items ? ` of ${items.expected}` : ''}`,
  parse: (value) => {
    const found = value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    return !items || found.every((item) => items.test(item)) ? Object.freeze(found) : undefined;
  },
  print: (value) => value.join(','),
}));

/** One of a closed set of words, written exactly so. The loaded type is their union. */
export function oneOf<const T extends string>(
  name: string,
  values: readonly T[],
  options: Optional<VariableOptions<T>>,
): Variable<T | undefined>;
export function oneOf<const T extends string>(
  name: string,
  values: readonly T[],
  ...rest: DefaultAndOptions<NoInfer<T>, Mandatory<VariableOptions<NoInfer<T>>>>
): Variable<T>;
export function oneOf<T extends string>(
  name: string,
  values: readonly T[],
  ...rest: DefaultAndOptions<T, VariableOptions<T>>
): Variable<T> {
  const { defaultValue, options } = splitArguments<T, VariableOptions<T>>(rest);
  const kind = {
    expected: `one of ${values.join(', ')}`,
    parse: (value: string) => values.find((allowed) => allowed === value.trim()),
  };
  return makeVariable(name, kind, defaultValue, options);
}
