import { customCleanEnv, makeValidator } from 'envalid';
import { ConfigError, type ConfigProblem } from './config-error';
import type { Variable } from './variable';

/** The source of a config: `readEnvironment()`, or an object in a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A table of settings: property name to variable. */
export type ConfigTable = Readonly<Record<string, Variable<unknown>>>;

/** The loaded form of a table. */
export type ConfigOf<Table extends ConfigTable> = {
  readonly [Key in keyof Table]: Table[Key] extends Variable<infer T> ? T : never;
};

/**
 * Declares an app's settings, one line per variable:
 *
 *     const table = defineConfig({
 *       port: int('PORT', 50051, { min: 0, max: 65535 }),
 *       databaseUrl: url('DATABASE_URL', { secret: true }),
 *     });
 *
 * Throws a RangeError when two lines read the same variable.
 */
export const defineConfig = <Table extends ConfigTable>(table: Table): Table => {
  const seen = new Set<string>();
  for (const { name } of Object.values(table)) {
    if (seen.has(name)) throw new RangeError(`${name} stands in two lines of the table`);
    seen.add(name);
  }
  return Object.freeze(table);
};

const shown = ({ secret }: Variable<unknown>, value: string): string =>
  secret ? '***' : JSON.stringify(value);

/**
 * Reads every setting of the table; an empty value counts as not set. Throws one ConfigError that lists all problems.
 * The result is frozen.
 */
export const loadConfig = <Table extends ConfigTable>(
  table: Table,
  environment: Environment,
): ConfigOf<Table> => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const variables = Object.values(table);
  const specs = Object.fromEntries(
    variables.map((variable) => {
      const validator = makeValidator<unknown>((value) => {
        const parsed = variable.parse(value);
        if (parsed === undefined) throw new TypeError(`is ${shown(variable, value)}`);
        return parsed;
      });
      return [
        variable.name,
        variable.required ? validator() : validator({ default: variable.default as undefined }),
      ];
    }),
  );
  const values = customCleanEnv(given, specs, (cleaned) => cleaned as Record<string, unknown>, {
    reporter: ({ errors }) => {
      const problems = variables.flatMap(({ name, expected }): ConfigProblem[] => {
        const error = errors[name];
        if (!error) return [];
        return [
          { variable: name, problem: given[name] === undefined ? 'is missing' : error.message, expected },
        ];
      });
      if (problems.length > 0) throw new ConfigError(problems);
    },
  });
  const config = Object.fromEntries(Object.entries(table).map(([key, { name }]) => [key, values[name]]));
  return Object.freeze(config) as ConfigOf<Table>;
};

/** One line of a printed table. */
export interface ConfigRow {
  variable: string;
  /** The property it is loaded as. */
  key: string;
  /** The accepted values, e.g. `an integer from 0 to 65535`. */
  expected: string;
  required: boolean;
  secret: boolean;
  /** The default as it would be written; undefined when there is none. `***` for a secret. */
  default: string | undefined;
  /** The value in force as it would be written, when a config was given. `***` for a secret. */
  value: string | undefined;
  description: string | undefined;
}

/** The table as rows for print and documents; with a loaded config also the values in force. Secrets are `***`. */
export const describeConfig = <Table extends ConfigTable>(
  table: Table,
  config?: ConfigOf<Table>,
): ConfigRow[] =>
  Object.entries(table).map(([key, variable]) => {
    const print = (value: unknown): string | undefined => {
      if (value === undefined) return undefined;
      return variable.secret ? '***' : variable.print(value);
    };
    return {
      variable: variable.name,
      key,
      expected: variable.expected,
      required: variable.required,
      secret: variable.secret,
      default: print(variable.default),
      value: config && print(config[key]),
      description: variable.description,
    };
  });

const cell = (value: string | undefined): string => (value ?? '').replaceAll('|', '\\|');

/** Rows as a Markdown table: variable, accepted values, default (or "required"), description. */
export const formatConfig = (rows: readonly ConfigRow[]): string => {
  const lines = rows.map(({ variable, expected, required, default: fallback, description }) =>
    [`\`${variable}\``, cell(expected), required ? 'required' : cell(fallback), cell(description)].join(
      ' | ',
    ),
  );
  return ['variable | takes | default | meaning', '--- | --- | --- | ---', ...lines]
    .map((line) => `| ${line} |`)
    .join('\n');
};
