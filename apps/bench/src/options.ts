import { parseArgs } from 'node:util';

/** What to measure. */
export interface Options {
  /** Sizes of the project, in tickets. */
  sizes: number[];
  connections: number[];
  /** Length of each run, in seconds. */
  seconds: number;
  /** Ways of running: `one` process, or one process per service (`many`). */
  modes: ('one' | 'many')[];
  /** Where the figures go as JSON. */
  json: string | undefined;
}

const numbers = (text: string): number[] => text.split(',').map(Number);

/** Reads the command line: `--sizes 2000,200000 --connections 1,16,64 --seconds 5 --modes one,many --json FILE`. */
export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '2000,200000' },
      connections: { type: 'string', default: '1,16,64' },
      seconds: { type: 'string', default: '5' },
      modes: { type: 'string', default: 'one,many' },
      json: { type: 'string' },
    },
  });
  return {
    sizes: numbers(values.sizes),
    connections: numbers(values.connections),
    seconds: Number(values.seconds),
    modes: values.modes
      .split(',')
      .filter((mode): mode is 'one' | 'many' => mode === 'one' || mode === 'many'),
    json: values.json,
  };
};
