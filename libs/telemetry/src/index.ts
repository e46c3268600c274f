export { type LogLevel, type Logger, type LoggerOptions, createLogger, logLevels } from './logger';
export {
  type GaugeOptions,
  type GaugeReading,
  type HistogramOptions,
  type MetricOptions,
  type Metrics,
  type MetricsPage,
  createMetrics,
  mergeMetrics,
} from './metrics';
export { createOutageLog, type OutageLog } from './outage-log';
export { type RequestContext, requestContext } from './request-context';
export { type OpenSpan, openSpan, type SpanOptions } from './open-span';
export { withSpan } from './span';
export { currentTraceId, currentTraceparent, newTraceparent, runWithTraceparent } from './trace-context';
export { type TracingConfig, startTracing } from './tracing';
