// Programs that are run to their end, with a time that they may take.
import { spawn } from 'node:child_process';

/** A part that cannot be tried here; its message says why. */
export class Skipped extends Error {}

const KEPT_OUTPUT = 20_000;

/**
 * Runs a program and answers its output.
 *
 * @throws Error with the end of its output, when it fails, cannot be started or takes longer than `minutes`.
 */
export const run = (program, args, { cwd, env = {}, minutes = 5, shown = false } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-KEPT_OUTPUT);
        if (shown) process.stdout.write(chunk);
      });
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000);
    const fail = (why) => reject(new Error(`${program} ${args.join(' ')}: ${why}\n${output}`));
    child.on('error', ({ message }) => {
      clearTimeout(timer);
      fail(message);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else fail(signal === null ? `ended with ${code}` : `was stopped (${signal}) within ${minutes} minutes`);
    });
  });

/** Runs a program that a part needs; a missing program skips the part. */
export const runOrSkip = async (why, program, args, options) => {
  try {
    return await run(program, args, options);
  } catch (error) {
    throw new Skipped(`${why} (${error.message.trim().split('\n').at(-1)})`);
  }
};
