import { createHistogram, performance } from 'node:perf_hooks';
import { untilNext } from '@parley/timing';
import { Gauge, type Registry } from 'prom-client';

/** Milliseconds between two measurements of a busy event loop. */
const BUSY_LOOK_MS = 50;
/**
 * The same for an idle one, at the times at which the process polls for work: 20 measurements a second took 0.1 % of a core, most
 * of an idle process's time.
 */
const IDLE_LOOK_MS = 10_000;
/** Share of the time from which on a loop works. */
const BUSY_FROM = 0.02;

const NANOSECONDS = 1e9;

const NAME = 'nodejs_eventloop_lag';

/**
 * Gauges of how late an event loop is, since the last scrape, by the names that dashboards for Node.js know. They replace those of
 * prom-client, which measure at a fixed pace and count the time between two measurements as delay.
 */
export const watchEventLoop = (registry: Registry): void => {
  const delays = createHistogram();
  let last = performance.eventLoopUtilization();

  const look = (due: number): void => {
    const late = (performance.now() - due) * (NANOSECONDS / 1000);
    // A histogram takes nothing below 1, and a timer may fire a little early.
    delays.record(Math.max(1, Math.round(late)));
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    plan(utilization > BUSY_FROM ? BUSY_LOOK_MS : untilNext(IDLE_LOOK_MS));
  };
  const plan = (milliseconds: number): void => {
    setTimeout(look, milliseconds, performance.now() + milliseconds).unref();
  };
  plan(BUSY_LOOK_MS);

  const readings = {
    min: { help: 'Least delay', read: () => delays.min },
    max: { help: 'Longest delay', read: () => delays.max },
    mean: { help: 'Mean delay', read: () => delays.mean },
    stddev: { help: 'Standard deviation of the delay', read: () => delays.stddev },
    p50: { help: '50th percentile of the delay', read: () => delays.percentile(50) },
    p90: { help: '90th percentile of the delay', read: () => delays.percentile(90) },
    p99: { help: '99th percentile of the delay', read: () => delays.percentile(99) },
  };
  const gauges = Object.entries(readings).map(([suffix, { help, read }], index) => {
    const name = `${NAME}_${suffix}_seconds`;
    registry.removeSingleMetric(name);
    const gauge: Gauge = new Gauge({
      name,
      help: `${help} of the event loop since the last scrape.`,
      registers: [registry],
      // The first gauge that a scrape reads sets all; without a new measurement the earlier value still holds.
      ...(index === 0 && {
        collect: () => {
          if (delays.count === 0) return;
          for (const one of gauges) one.gauge.set(one.read() / NANOSECONDS);
          delays.reset();
        },
      }),
    });
    return { gauge, read };
  });
};
