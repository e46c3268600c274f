import { DomainError, engineFailure, timeout } from '@parley/errors';
import {
  type CallContext,
  type MethodDefinition,
  type ServiceImplementation,
  methodPath,
} from './definition';
import { RpcFault } from './call-errors';

/** The server side's observations of each call. */
export interface RpcObserver {
  /** Called once per call. `error` is undefined when it succeeded. */
  finished(call: { path: string; context: CallContext; durationMs: number; error: unknown }): void;
  /** Runs a handler inside the request's log and trace context. */
  within<T>(path: string, context: CallContext, run: () => T): T;
  /** Begins the trace's span of a call. */
  span?(path: string, context: CallContext): CallSpan;
}

/** The span of one call: runs its parts, of which a stream has many, and ends with it. */
export interface CallSpan {
  run<T>(part: () => T): T;
  end(error: unknown): void;
}

const openCallSpan = (observer: RpcObserver, path: string, context: CallContext): CallSpan =>
  observer.span?.(path, context) ?? { run: (part) => part(), end: () => undefined };

/** Time a service keeps back, so that its own time-out arrives before the caller's expires. */
const SHAVE_MS = 20;

/** Finds the method a path names. */
export const findMethod = (
  services: readonly ServiceImplementation[],
  path: string,
): { key: string; method: MethodDefinition; service: ServiceImplementation } | undefined => {
  for (const service of services) {
    for (const [key, method] of Object.entries(service.definition.methods)) {
      if (methodPath(service.definition, method) === path) return { key, method, service };
    }
  }
  return undefined;
};

/** The error as the observer sees it: an engine that is away is no fault of ours. */
const told = (error: unknown): unknown => engineFailure(error) ?? error;

/** A domain error as it is; anything else as a fault that carries nothing out. */
const publicError = (error: unknown): Error =>
  error instanceof DomainError ? error : new RpcFault('Internal error', { cause: error });

const withDeadline = async <T>(context: CallContext, work: () => Promise<T>): Promise<T> => {
  const left = context.deadline - Date.now() - SHAVE_MS;
  if (left <= 0) throw timeout('The deadline had passed before the work began.');
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(timeout('The operation took too long. Try again, or ask for less.')),
      left,
    );
  });
  try {
    return await Promise.race([work(), expiry]);
  } finally {
    clearTimeout(timer);
  }
};

/** Runs a unary handler with its deadline, observed. Rejects with a DomainError or an RpcFault. */
export const invokeUnary = async (
  observer: RpcObserver,
  path: string,
  run: () => Promise<unknown>,
  context: CallContext,
): Promise<unknown> => {
  const start = performance.now();
  const span = openCallSpan(observer, path, context);
  let failure: unknown;
  try {
    return await span.run(() => observer.within(path, context, () => withDeadline(context, run)));
  } catch (error) {
    failure = told(error);
    throw publicError(failure);
  } finally {
    span.end(failure);
    observer.finished({ path, context, durationMs: performance.now() - start, error: failure });
  }
};

/** Runs a streaming handler, observed. Its deadline aborts the signal; the handler decides where to stop. */
export async function* invokeStream(
  observer: RpcObserver,
  path: string,
  run: () => AsyncIterable<unknown>,
  context: CallContext,
): AsyncGenerator<unknown> {
  const start = performance.now();
  const span = openCallSpan(observer, path, context);
  let failure: unknown;
  try {
    const within = <T>(part: () => T): T => span.run(() => observer.within(path, context, part));
    const iterator = within(() => run()[Symbol.asyncIterator]());
    try {
      for (;;) {
        const step = await within(() => iterator.next());
        if (step.done) return;
        yield step.value;
      }
    } finally {
      await iterator.return?.();
    }
  } catch (error) {
    failure = told(error);
    throw publicError(failure);
  } finally {
    span.end(failure);
    observer.finished({ path, context, durationMs: performance.now() - start, error: failure });
  }
}
