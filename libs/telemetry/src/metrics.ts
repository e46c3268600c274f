import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { watchEventLoop } from './event-loop';

/** What all kinds of metrics are declared with. */
export interface MetricOptions<Label extends string> {
  /** snake_case with its unit as suffix, e.g. `http_request_duration_seconds`. */
  name: string;
  /** One sentence. */
  help: string;
  /** Names of the labels beside `service`. Values must come from a small closed set: no ids. */
  labels?: readonly Label[];
}

/** A histogram; `buckets` are its inclusive upper bounds, in the unit of its name. */
export interface HistogramOptions<Label extends string> extends MetricOptions<Label> {
  buckets?: readonly number[];
}

/** The value of one series of a gauge. */
export interface GaugeReading<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

type Readings<Label extends string> = number | readonly GaugeReading<Label>[];

/**
 * A gauge; `read` is asked at each scrape, for values that are somewhere already: a number, or one per series. What cannot
 * be read within 3 s is left out of the page, which is still answered.
 */
export interface GaugeOptions<Label extends string> extends MetricOptions<Label> {
  read?: () => Readings<Label> | Promise<Readings<Label>>;
}

/** The answer to a scrape. */
export interface MetricsPage {
  /** Value of `Content-Type`. */
  readonly contentType: string;
  /** Prometheus text format 0.0.4. */
  text(): Promise<string>;
}

/** The metrics of one service. Declaring a name twice throws. */
export interface Metrics extends MetricsPage {
  readonly registry: Registry;
  counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label>;
  gauge<Label extends string = never>(options: GaugeOptions<Label>): Gauge<Label>;
  histogram<Label extends string = never>(options: HistogramOptions<Label>): Histogram<Label>;
}

/** Well below the time-out of customary scrapers, in milliseconds. */
const READ_LIMIT_MS = 3_000;

const readings = async <Label extends string>(
  read: NonNullable<GaugeOptions<Label>['read']>,
): Promise<readonly GaugeReading<Label>[]> => {
  const over = new AbortController();
  try {
    const limit = sleep(READ_LIMIT_MS, undefined, { signal: over.signal, ref: false }).then(() => []);
    const found = await Promise.race([(async () => read())(), limit]);
    return typeof found === 'number' ? [{ labels: {} as Record<Label, string>, value: found }] : found;
  } catch {
    return [];
  } finally {
    over.abort();
  }
};

/** From 1 ms, a cached answer, to 10 s, the longest deadline. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * So long that prom-client never measures the event loop: `watchEventLoop` does, and prom-client cannot be configured without it.
 */
const NEVER_MS = 2 ** 31 - 1;

/**
 * The metrics of one service; each series carries the label `service`. With `processMetrics` (the default) it also
 * reports the process: event-loop delay, memory, garbage collection, open handles. Of several services in one process
 * one is enough.
 */
export const createMetrics = ({
  service,
  processMetrics = true,
}: {
  service: string;
  processMetrics?: boolean;
}): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (processMetrics) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
    watchEventLoop(registry);
  }
  const common = <Label extends string>({ name, help, labels = [] }: MetricOptions<Label>) => ({
    name,
    help,
    labelNames: labels,
    registers: [registry],
  });
  return {
    registry,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    counter: (options) => new Counter(common(options)),
    gauge: <Label extends string>(options: GaugeOptions<Label>) => {
      const { read } = options;
      const gauge: Gauge<Label> = new Gauge({
        ...common(options),
        ...(read && {
          collect: async () => {
            const found = await readings(read);
            gauge.reset();
            if (found.length === 0 && !options.labels) gauge.remove();
            for (const { labels, value } of found) gauge.set(labels, value);
          },
        }),
      });
      return gauge;
    },
    histogram: (options) =>
      new Histogram({ ...common(options), buckets: [...(options.buckets ?? durationBuckets)] }),
  };
};

const HEADER_LINES = 2;

/** One page over the metrics of several services in one process; the same name in two services becomes one family. */
export const mergeMetrics = (services: readonly Pick<Metrics, 'registry'>[]): MetricsPage => ({
  contentType: Registry.PROMETHEUS_CONTENT_TYPE,
  text: async () => {
    const families = new Map<string, string>();
    for (const { registry } of services) {
      for (const { name } of registry.getMetricsAsArray()) {
        const family = await registry.getSingleMetricAsString(name);
        const before = families.get(name);
        const series = family.split('\n').slice(HEADER_LINES);
        families.set(name, before === undefined ? family : [before, ...series].join('\n'));
      }
    }
    return `${[...families.values()].join('\n\n')}\n`;
  },
});
