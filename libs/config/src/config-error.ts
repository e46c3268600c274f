/** One setting that cannot be used. */
export interface ConfigProblem {
  /** Name of the environment variable. */
  variable: string;
  /** The error, e.g. `is missing` or `is "abc"`; a secret's value is `***`. */
  problem: string;
  /** The accepted values, e.g. `an integer from 0 to 65535`. */
  expected: string;
}

/** The environment does not fit the table. The message lists every problem, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    const lines = problems.map(
      ({ variable, problem, expected }) => `  ${variable} ${problem}; expected ${expected}`,
    );
    super(
      [
        `${problems.length === 1 ? 'One setting' : `${problems.length} settings`} cannot be used:`,
        ...lines,
      ].join('\n'),
    );
  }
}
