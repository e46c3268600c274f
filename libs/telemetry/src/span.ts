import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('parley');

/**
 * Runs `fn` in a span under the current one and ends it when `fn` settles. A failure marks the span with the error's
 * name only, because messages may carry personal data. Costs next to nothing while tracing is off.
 */
export const withSpan = <T>(
  name: string,
  attributes: Attributes,
  fn: (span: Span) => T | Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await fn(span);
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
