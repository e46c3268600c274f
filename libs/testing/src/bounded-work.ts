/**
 * How much longer than on an idle machine a test lets work take. Other work on the machine uses shared memory and caches, and no
 * clock measures that cost. Work that grows with the square of its input takes many times more than this.
 */
const TOLERANCE = 4;

const ROUNDS = 8;

/** Processor time of the reference on a machine of two cores that does nothing else, in milliseconds. */
const REFERENCE_MS = 20;

const reference = Array.from({ length: 20_000 }, (_, index) => ({
  name: `row ${index}`,
  value: index,
  list: [index],
}));

const measureCpuMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Milliseconds of processor time that work takes at best; stops at the first round below `enough`. */
const leastCpuMs = async (work: () => unknown, enough: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= enough; round += 1) {
    const before = await measureCpuMs(() => JSON.parse(JSON.stringify(reference)));
    const taken = await measureCpuMs(work);
    const slowness = Math.max(1, before / REFERENCE_MS);
    least = Math.min(least, taken / slowness);
  }
  return least;
};

/**
 * Fails when a piece of work takes much more processor time than its bound, by default the 200 milliseconds that one request
 * may keep the event loop from all others. Processor time does not count what other processes take; what they cost in shared
 * cores is taken off by work of a known length beside it, and the best of several rounds leaves out compilation and garbage of
 * earlier work. It does not measure: `npm run bench` does.
 */
export const expectBoundedWork = async (work: () => unknown, boundMs = 200): Promise<void> => {
  expect(await leastCpuMs(work, boundMs * TOLERANCE)).toBeLessThan(boundMs * TOLERANCE);
};
