import { randomBytes } from 'node:crypto';
import {
  type Context,
  context,
  createContextKey,
  ROOT_CONTEXT,
  type SpanContext,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';

const probe = createContextKey('parley probe');
let contextKept = false;

/**
 * Without an SDK the OpenTelemetry API forgets the current trace at once, so a context manager is registered unless an
 * SDK has brought its own.
 */
const keepContext = (): void => {
  if (contextKept) return;
  contextKept = true;
  const works = context.with(context.active().setValue(probe, true), () => context.active().getValue(probe));
  if (!works) context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
};

/** The `traceparent` that names a span. */
export const formatSpanContext = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`;

const active = (): SpanContext | undefined => trace.getSpanContext(context.active());

/** Random bytes are drawn from the system in blocks: one small draw per request shows in profiles. */
const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);

const randomHex = (bytes: number): string => {
  if (pool.length < bytes) pool = randomBytes(POOL_BYTES);
  const text = pool.toString('hex', 0, bytes);
  pool = pool.subarray(bytes);
  return text;
};

/**
 * A W3C `traceparent` that begins a new trace, e.g. `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`. It is
 * marked as sampled, so that a peer with tracing on records its part although this process has tracing off.
 */
export const newTraceparent = (): string =>
  formatSpanContext({
    traceId: randomHex(16),
    spanId: randomHex(8),
    traceFlags: TraceFlags.SAMPLED,
  });

/** The `traceparent` to send along with a call or an event; undefined outside any trace. */
export const currentTraceparent = (): string | undefined => {
  const current = active();
  return current && formatSpanContext(current);
};

/** The current trace's id, 32 hex digits; undefined outside any trace. */
export const currentTraceId = (): string | undefined => active()?.traceId;

/**
 * Runs `fn` as part of the trace that a caller or an event named. A span of that trace that is already active stays
 * the parent, so that it may be combined with automatic instrumentation. A missing or malformed `traceparent` begins a
 * new trace, unless one is active.
 */
export const runWithTraceparent = <T>(traceparent: string | undefined, fn: () => T): T => {
  keepContext();
  const current = active();
  const given = traceparent === undefined ? undefined : (parseTraceParent(traceparent) ?? undefined);
  if (current && (!given || given.traceId === current.traceId)) return fn();
  const parent = given ?? parseTraceParent(newTraceparent());
  if (!parent) return fn();
  return context.with(trace.setSpanContext(context.active(), { ...parent, isRemote: true }), fn);
};

/** The context that work named by a `traceparent` belongs to; see `runWithTraceparent`. */
export const chooseContext = (traceparent: string | undefined, detached: boolean): Context => {
  const here = detached ? ROOT_CONTEXT : context.active();
  const current = trace.getSpanContext(here);
  const given = traceparent === undefined ? undefined : (parseTraceParent(traceparent) ?? undefined);
  if (!given || given.traceId === current?.traceId) return here;
  return trace.setSpanContext(here, { ...given, isRemote: true });
};
