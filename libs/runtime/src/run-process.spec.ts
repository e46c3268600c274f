import { UnknownSealingKey } from '@parley/auth';
import { ConfigError } from '@parley/config';
import { type Command, runCommand, runProcess, StartError, UsageError } from './index';

/** Runs a process whose exit is an exception here; answers its exit code and what it wrote. */
const outcome = async (
  args: string[],
  work: () => Promise<void>,
): Promise<{ code: number | undefined; written: string }> => {
  let written = '';
  let code: number | undefined;
  const exit = jest.spyOn(process, 'exit').mockImplementation((status) => {
    code ??= Number(status ?? 0);
    return undefined as never;
  });
  const streams = [process.stderr, process.stdout].map((stream) =>
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      written += String(text);
      return true;
    }),
  );
  await runProcess('tickets', args, { serve: work, perform: work });
  for (const spy of [exit, ...streams]) spy.mockRestore();
  return { code, written };
};

it.each([
  [
    'settings that are wrong',
    new ConfigError([{ variable: 'PORT', problem: 'is "x"', expected: 'a number' }]),
    78,
  ],
  ['an engine that is away', new StartError('NATS cannot be reached'), 78],
  ['a key that is gone', new UnknownSealingKey(), 78],
  ['a command that there is not', new UsageError('there is no command x'), 64],
])('ends with a message and without a stack for %s', async (_case, error, code) => {
  const result = await outcome([], () => Promise.reject(error));
  expect(result).toEqual({ code, written: `tickets cannot start: ${error.message}\n` });
});

it('ends with 1 and the stack for anything else', async () => {
  const { code, written } = await outcome([], () => Promise.reject(new TypeError('x is undefined')));
  expect(code).toBe(1);
  expect(written).toMatch(/^tickets cannot start: TypeError: x is undefined\n {4}at /);
});

it('goes on after serving has begun, and exits 0 after a command', async () => {
  expect(await outcome([], () => Promise.resolve())).toEqual({ code: undefined, written: '' });
  expect(await outcome(['migrate'], () => Promise.resolve())).toEqual({ code: 0, written: '' });
});

it('prints what a command says, hands its arguments over, and names the commands that there are', async () => {
  const echo: Command = async (say, args) => {
    say('begins');
    return args.join(' and ');
  };
  const { written } = await outcome(['echo'], () => runCommand({ echo }, 'echo', ['a', 'b']));
  expect(written).toBe('begins\na and b\n');
  await expect(runCommand({ echo, also: echo }, 'other', [])).rejects.toThrow(
    'there is no command other; there is also, echo',
  );
});
