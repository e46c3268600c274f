/** Work on a text that a thread can do. Its arguments and its result are plain data; it has nothing else. */
export interface Work<Args extends unknown[], Result> {
  name: string;
  run(...args: Args): Result;
}

const works = new Map<string, Work<never, unknown>>();

/**
 * Defines work for threads. It stands in a file that ends with `.work.ts`: threads load those, and find the work by its
 * name.
 */
export const defineWork = <Args extends unknown[], Result>(
  name: string,
  run: (...args: Args) => Result,
): Work<Args, Result> => {
  const work = { name, run };
  works.set(name, work);
  return work;
};

/** The work of a name that this process has loaded. */
export const workNamed = (name: string): Work<unknown[], unknown> => {
  const work = works.get(name);
  if (!work) throw new Error(`No work is named ${name}`);
  return work as Work<unknown[], unknown>;
};
