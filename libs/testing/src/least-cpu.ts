/** Longest that the work of one request may keep the event loop from all others, in milliseconds. */
export const MAX_LOOP_DELAY_MS = 200;

const ROUNDS = 8;

/** Processor time of the reference on a machine of two cores that does nothing else, in milliseconds. */
const REFERENCE_MS = 20;

const reference = Array.from({ length: 20_000 }, (_, index) => ({
  name: `row ${index}`,
  value: index,
  list: [index],
}));

const cpuMsOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/**
 * Milliseconds of processor time that a piece of work takes at best on an idle machine of two cores. Unlike the time on the
 * clock it does not count what other processes take; what they cost in caches and shared cores is taken off by work of a
 * known length beside it, and the best of several rounds leaves out compilation and garbage of earlier work. Stops at the
 * first round within `limit`, by default `MAX_LOOP_DELAY_MS`.
 */
export const leastCpuMs = async (work: () => unknown, limit = MAX_LOOP_DELAY_MS): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= limit; round += 1) {
    const before = await cpuMsOf(() => JSON.parse(JSON.stringify(reference)));
    const taken = await cpuMsOf(work);
    const slowness = Math.max(1, before / REFERENCE_MS);
    least = Math.min(least, taken / slowness);
  }
  return least;
};
