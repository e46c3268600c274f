import { createRequire } from 'node:module';
import { trimEnd } from '@parley/text';
import { recordSpans } from './open-span';
import { stripPersonalData } from './strip-personal-data';

/** Settings of tracing. */
export interface TracingConfig {
  /** Name of the process in the traces, e.g. `tickets`. */
  service: string;
  /** Base URL of an OTLP/HTTP collector (`OTEL_EXPORTER_OTLP_ENDPOINT`), e.g. `http://collector:4318`. Off when absent. */
  endpoint: string | undefined;
}

/** How long the last spans may take to leave at the end: well under the 10 s a process has to stop. */
const EXPORT_TIMEOUT_MS = 3_000;

const instrumentedPackages = ['http', 'https', 'express', 'pg', 'pg-pool'];

/**
 * The instrumentations hook `require`. An ES module bundle has imported its packages by the time this runs, so each is
 * required once more: the hook fires and patches the very objects the bundle holds.
 */
const patchLoadedPackages = (): void => {
  const require = createRequire(import.meta.url);
  for (const name of instrumentedPackages) {
    try {
      require(name);
    } catch (error) {
      // An app without that package has nothing to instrument.
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
};

/**
 * Switches tracing on when an endpoint is given: spans of HTTP, Express, pg, `withSpan` and `openSpan` go to the collector in
 * batches. Call it before servers and clients are made. The SDK is loaded only then, so tracing that is off costs nothing. Its
 * finer settings are the standard `OTEL_*` variables (sampler, headers, batch sizes, resource attributes).
 * Answers a function that sends the remaining spans and ends tracing; it does not fail when the collector is away.
 */
export const startTracing = async ({ service, endpoint }: TracingConfig): Promise<() => Promise<void>> => {
  if (!endpoint) return () => Promise.resolve();
  const [{ NodeSDK }, { envDetector }, { OTLPTraceExporter }, ...loaded] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/instrumentation-http'),
    import('@opentelemetry/instrumentation-express'),
    import('@opentelemetry/instrumentation-pg'),
  ]);
  const [{ HttpInstrumentation }, express, { PgInstrumentation }] = loaded;
  const { ExpressInstrumentation, ExpressLayerType } = express;
  const exporter = new OTLPTraceExporter({
    url: `${trimEnd(endpoint, '/')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const sdk = new NodeSDK({
    serviceName: service,
    resourceDetectors: [envDetector],
    traceExporter: {
      export: (spans, done) => exporter.export(spans.map(stripPersonalData), done),
      forceFlush: () => exporter.forceFlush(),
      shutdown: () => exporter.shutdown(),
    },
    // Metrics and logs have ways of their own.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({ requireParentforOutgoingSpans: true }),
      // One span per middleware would drown the rest; the route's name reaches the HTTP span without them.
      new ExpressInstrumentation({
        ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER],
      }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  sdk.start();
  patchLoadedPackages();
  recordSpans(true);
  return () => {
    recordSpans(false);
    return sdk.shutdown().catch(() => undefined);
  };
};
