import { UnknownSealingKey } from '@parley/auth';
import { ConfigError } from '@parley/config';
import { StartError, UsageError } from './connect';
import type { Command } from './module';

/** Exit code for settings that no retry mends (EX_CONFIG), so that a supervisor gives up. */
const EX_CONFIG = 78;
/** Exit code for a command that there is not (EX_USAGE). */
const EX_USAGE = 64;

const toExitCode = (error: unknown): number => {
  if (error instanceof UsageError) return EX_USAGE;
  return [ConfigError, StartError, UnknownSealingKey].some((kind) => error instanceof kind) ? EX_CONFIG : 1;
};

const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return toExitCode(error) === 1 ? (error.stack ?? error.message) : error.message;
};

/** The work of a process: serve until a signal, or run one command. */
export interface ProcessWork {
  /** Settles once the process serves. */
  serve(): Promise<void>;
  perform(command: string, args: readonly string[]): Promise<void>;
}

/** Runs a process by its arguments; prints the problem and exits when it cannot start or its command fails. */
export const runProcess = async (
  name: string,
  [command, ...args]: readonly string[],
  { serve, perform }: ProcessWork,
): Promise<void> => {
  try {
    if (command === undefined) return await serve();
    await perform(command, args);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${describeError(error)}\n`);
    process.exit(toExitCode(error));
  }
};

/** Runs one of the commands and prints its lines. */
export const runCommand = async (
  commands: Readonly<Record<string, Command>>,
  name: string,
  args: readonly string[],
): Promise<void> => {
  const command = commands[name];
  if (!command) {
    throw new UsageError(`there is no command ${name}; there is ${Object.keys(commands).sort().join(', ')}`);
  }
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(await command(say, args));
};
