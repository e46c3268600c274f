/** Options that every kind of variable takes. */
export interface VariableOptions<T> {
  /** Without a value the setting is undefined instead of missing; goes without a default. */
  optional?: boolean;
  /** Its value is shown as `***` in errors and tables. */
  secret?: boolean;
  /** One sentence for the operator. */
  description?: string;
  /** A rule beyond the kind's own; `expected` completes "expected …". */
  check?: { expected: string; test: (value: T) => boolean };
}

/** One line of a config table: an environment variable, its type, default and bounds. `T` is the loaded value's type. */
export interface Variable<T> {
  readonly name: string;
  /** Completes "expected …" and names the type in tables, e.g. `an integer from 0 to 65535`. */
  readonly expected: string;
  readonly default: T | undefined;
  readonly required: boolean;
  readonly secret: boolean;
  readonly description: string | undefined;
  /** Reads a non-empty text; undefined when it is not what `expected` says. */
  readonly parse: (text: string) => T | undefined;
  /** Writes a value as the text that parses back to it. */
  print(value: T): string;
}

/** The default, the options, or both, in this order. */
export type DefaultAndOptions<T, O> = [] | [defaultValue: T] | [defaultValue: T, options: O] | [options: O];

interface Kind<T> {
  expected: string;
  parse: (text: string) => T | undefined;
  print?: (value: T) => string;
}

const isOptions = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Separates the default from the options. */
export const splitArguments = <T, O extends object>(
  rest: readonly (T | O)[],
): { defaultValue: T | undefined; options: Partial<O> } => {
  const last = rest.at(-1);
  const options = isOptions(last) ? (last as O) : {};
  const [first] = rest;
  return { defaultValue: first === undefined || isOptions(first) ? undefined : (first as T), options };
};

/**
 * Makes one line of a table. Throws a RangeError for a default that the line's own rules refuse, so that a wrong table
 * fails at the first load and not for the operator who relies on the default.
 */
export const makeVariable = <T>(
  name: string,
  kind: Kind<T>,
  defaultValue: T | undefined,
  options: VariableOptions<T>,
): Variable<T> => {
  const { check } = options;
  const print = kind.print ?? String;
  const parse = (text: string): T | undefined => {
    const value = kind.parse(text);
    return value === undefined || (check && !check.test(value)) ? undefined : value;
  };
  const expected = check ? `${kind.expected}, ${check.expected}` : kind.expected;
  if (defaultValue !== undefined) {
    const text = print(defaultValue);
    if (text !== '' && parse(text) === undefined)
      throw new RangeError(`${name}: the default is not ${expected}`);
  }
  return {
    name,
    expected,
    default: defaultValue,
    required: defaultValue === undefined && !options.optional,
    secret: options.secret ?? false,
    description: options.description,
    parse,
    print,
  };
};
