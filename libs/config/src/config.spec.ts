import {
  ConfigError,
  type ConfigProblem,
  defineConfig,
  describeConfig,
  flag,
  formatConfig,
  int,
  list,
  loadConfig,
  oneOf,
  readEnvironment,
  text,
  url,
} from './index';

const findProblems = (load: () => unknown): readonly ConfigProblem[] => {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  throw new Error('the environment was accepted');
};

const table = defineConfig({
  port: int('PORT', 50051, { min: 0, max: 65535, description: 'Port of the service.' }),
  databaseUrl: url('DATABASE_URL', { secret: true, protocols: ['postgres', 'postgresql'] }),
  redisUrl: url('REDIS_URL', { optional: true, secret: true }),
  demo: flag('PARLEY_DEMO', false),
  name: text('SERVICE_NAME', 'tickets'),
  networks: list('OUTBOUND_ALLOWED_NETWORKS', []),
  level: oneOf('LOG_LEVEL', ['debug', 'info', 'error'], 'info'),
});

const databaseUrl = 'postgres://tickets:hunter2@db/tickets';

describe('loadConfig', () => {
  it('takes the defaults and leaves an unset optional variable undefined', () => {
    expect(loadConfig(table, { DATABASE_URL: databaseUrl })).toEqual({
      port: 50051,
      databaseUrl,
      redisUrl: undefined,
      demo: false,
      name: 'tickets',
      networks: [],
      level: 'info',
    });
  });

  it('takes given values over the defaults, by the type of each line', () => {
    const config = loadConfig(table, {
      PORT: '0',
      DATABASE_URL: databaseUrl,
      REDIS_URL: 'redis://cache:6379',
      PARLEY_DEMO: 'TRUE',
      SERVICE_NAME: ' with blanks ',
      OUTBOUND_ALLOWED_NETWORKS: '10.0.0.0/8, 127.0.0.1/32,,',
      LOG_LEVEL: 'debug',
    });
    const port: number = config.port;
    const level: 'debug' | 'info' | 'error' = config.level;
    const redisUrl: string | undefined = config.redisUrl;
    expect({ ...config, port, level, redisUrl }).toEqual({
      port: 0,
      databaseUrl,
      redisUrl: 'redis://cache:6379',
      demo: true,
      name: ' with blanks ',
      networks: ['10.0.0.0/8', '127.0.0.1/32'],
      level: 'debug',
    });
  });

  it('infers undefined for an optional variable only', () => {
    const config = loadConfig(table, { DATABASE_URL: databaseUrl });
    // @ts-expect-error an optional setting may be undefined
    const redisUrl: string = config.redisUrl;
    // @ts-expect-error the type of a closed set is its words
    const level: 'loud' = config.level;
    const required: string = config.databaseUrl;
    expect([redisUrl, level, required]).toEqual([undefined, 'info', databaseUrl]);
  });

  it('counts an empty value as not set', () => {
    const config = loadConfig(table, { DATABASE_URL: databaseUrl, PORT: '', REDIS_URL: '' });
    expect([config.port, config.redisUrl]).toEqual([50051, undefined]);
    expect(findProblems(() => loadConfig(table, { DATABASE_URL: '' }))).toMatchObject([
      { problem: 'is missing' },
    ]);
  });

  it('throws one error that lists all 4 problems in the order of the table', () => {
    const environment = { PORT: '65536', PARLEY_DEMO: 'yes', LOG_LEVEL: 'loud' };
    expect(findProblems(() => loadConfig(table, environment))).toEqual([
      { variable: 'PORT', problem: 'is "65536"', expected: 'an integer from 0 to 65535' },
      { variable: 'DATABASE_URL', problem: 'is missing', expected: 'a URL (postgres:// or postgresql://)' },
      { variable: 'PARLEY_DEMO', problem: 'is "yes"', expected: '1, 0, true or false' },
      { variable: 'LOG_LEVEL', problem: 'is "loud"', expected: 'one of debug, info, error' },
    ]);
    expect(() => loadConfig(table, environment)).toThrow(
      [
        '4 settings cannot be used:',
        '  PORT is "65536"; expected an integer from 0 to 65535',
        '  DATABASE_URL is missing; expected a URL (postgres:// or postgresql://)',
        '  PARLEY_DEMO is "yes"; expected 1, 0, true or false',
        '  LOG_LEVEL is "loud"; expected one of debug, info, error',
      ].join('\n'),
    );
  });

  it('shows a wrong secret as ***', () => {
    const load = (): unknown => loadConfig(table, { DATABASE_URL: 'mysql://root:hunter2@db' });
    expect(findProblems(load)).toMatchObject([{ variable: 'DATABASE_URL', problem: 'is ***' }]);
    expect(load).not.toThrow(/hunter2/);
  });

  it('gives a frozen result', () => {
    const config = loadConfig(table, { DATABASE_URL: databaseUrl, OUTBOUND_ALLOWED_NETWORKS: '10.0.0.0/8' });
    expect([Object.isFrozen(config), Object.isFrozen(config.networks)]).toEqual([true, true]);
  });

  it('does not depend on NODE_ENV', () => {
    const load = (mode: string): unknown => loadConfig(table, { DATABASE_URL: databaseUrl, NODE_ENV: mode });
    expect(load('production')).toEqual(load('test'));
  });
});

describe('the kinds of variables', () => {
  const accepts = (variable: ReturnType<typeof int>, value: string): boolean =>
    variable.parse(value) !== undefined;

  it.each(['1.5', '1e3', '0x10', '12abc', '9007199254740993', '-', ' '])('int refuses %j', (value) => {
    expect(accepts(int('N'), value)).toBe(false);
  });

  it.each([
    [{ min: 1 }, '1', '0'],
    [{ max: 10 }, '10', '11'],
    [{ min: -5, max: 5 }, '-5', '-6'],
  ])('int with bounds %j takes %s and refuses %s', (bounds, inside, outside) => {
    expect([accepts(int('N', bounds), inside), accepts(int('N', bounds), outside)]).toEqual([true, false]);
  });

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['False', false],
    ['yes', undefined],
    ['2', undefined],
  ])('flag reads %j as %j', (value, expected) => {
    expect(flag('F').parse(value)).toBe(expected);
  });

  it('url refuses a host without a scheme and a scheme outside the allowed ones', () => {
    expect(url('U').parse('db.example.com')).toBeUndefined();
    expect(url('U', { protocols: ['nats'] }).parse('http://bus:4222')).toBeUndefined();
    expect(url('U', { protocols: ['nats'] }).parse(' nats://bus:4222\n')).toBe('nats://bus:4222');
  });

  it('list refuses the whole value when one item breaks the rule of its items', () => {
    const ports = list('L', { items: { expected: 'numbers', test: (item) => /^\d+$/.test(item) } });
    expect([ports.parse('1, 2'), ports.parse('1,x')]).toEqual([['1', '2'], undefined]);
    expect(ports.expected).toBe('a comma-separated list of numbers');
  });

  it('applies a check of the line and names it', () => {
    const even = int('EVEN', 2, { check: { expected: 'even', test: (value) => value % 2 === 0 } });
    expect([even.parse('4'), even.parse('3'), even.expected]).toEqual([4, undefined, 'an integer, even']);
  });
});

describe('defineConfig', () => {
  it('refuses a default outside its own bounds', () => {
    expect(() => int('PORT', 70_000, { max: 65535 })).toThrow(
      'PORT: the default is not an integer of at most 65535',
    );
  });

  it('refuses two lines that read the same variable', () => {
    expect(() => defineConfig({ a: int('PORT', 1), b: text('PORT', 'x') })).toThrow(
      'PORT stands in two lines',
    );
  });
});

describe('describeConfig', () => {
  it('gives one row per variable with defaults as they would be written', () => {
    expect(describeConfig(table)[0]).toEqual({
      variable: 'PORT',
      key: 'port',
      expected: 'an integer from 0 to 65535',
      required: false,
      secret: false,
      default: '50051',
      value: undefined,
      description: 'Port of the service.',
    });
    expect(describeConfig(table).map(({ variable, default: fallback }) => [variable, fallback])).toEqual([
      ['PORT', '50051'],
      ['DATABASE_URL', undefined],
      ['REDIS_URL', undefined],
      ['PARLEY_DEMO', '0'],
      ['SERVICE_NAME', 'tickets'],
      ['OUTBOUND_ALLOWED_NETWORKS', ''],
      ['LOG_LEVEL', 'info'],
    ]);
  });

  it('shows the values in force, secrets as ***', () => {
    const rows = describeConfig(table, loadConfig(table, { DATABASE_URL: databaseUrl, PORT: '7' }));
    expect(rows.slice(0, 3).map(({ value }) => value)).toEqual(['7', '***', undefined]);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  it('hides the default of a secret', () => {
    expect(describeConfig({ key: text('KEY', 'hunter2', { secret: true }) })[0]?.default).toBe('***');
  });
});

describe('formatConfig', () => {
  it('prints a Markdown table that marks what is required', () => {
    expect(formatConfig(describeConfig(table)).split('\n').slice(0, 4)).toEqual([
      '| variable | takes | default | meaning |',
      '| --- | --- | --- | --- |',
      '| `PORT` | an integer from 0 to 65535 | 50051 | Port of the service. |',
      '| `DATABASE_URL` | a URL (postgres:// or postgresql://) | required |  |',
    ]);
  });
});

describe('readEnvironment', () => {
  it('gives a copy of the environment of the process', () => {
    const environment = readEnvironment();
    expect(environment).toEqual(process.env);
    expect(environment).not.toBe(process.env);
  });
});
