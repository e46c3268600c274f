import { context, type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { chooseContext, formatSpanContext } from './trace-context';

/** A span that begins and ends in different functions. */
export interface OpenSpan {
  /** What to send along with a call or an event; what `parent` said while tracing is off. */
  readonly traceparent: string | undefined;
  /** Runs a part of the work inside the span. */
  run<T>(part: () => T): T;
  /** Ends it; a failure marks it with the error's name only, because messages may carry personal data. */
  end(error?: unknown): void;
}

/** Options of a span. */
export interface SpanOptions {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer';
  attributes?: Attributes;
  /** The `traceparent` that came with a call or an event; an active span of the same trace stays the parent. */
  parent: string | undefined;
  /** Whatever span happens to be active is not the parent. */
  detached?: boolean;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

let recording = false;

/** Set by `startTracing`: spans cost nothing until then. */
export const recordSpans = (on: boolean): void => {
  recording = on;
};

/** Begins a span. */
export const openSpan = ({
  name,
  kind,
  attributes = {},
  parent,
  detached = false,
}: SpanOptions): OpenSpan => {
  if (!recording) return { traceparent: parent, run: (part) => part(), end: () => undefined };
  const above = chooseContext(parent, detached);
  const span = trace.getTracer('parley').startSpan(name, { kind: kinds[kind], attributes }, above);
  const within = trace.setSpan(above, span);
  return {
    traceparent: formatSpanContext(span.spanContext()),
    run: (part) => context.with(within, part),
    end: (error) => {
      if (error !== undefined) {
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
};
