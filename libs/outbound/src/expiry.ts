import { OutboundError } from './outbound-error';

/** The end of a request by the clock or by its caller. */
export interface Expiry {
  signal: AbortSignal;
  /** Throws the time-out, or the caller's reason, once it has come. */
  throwIfOver(): void;
  /** The request is finished: nothing fires any more. */
  end(): void;
}

/** Starts the clock. */
export const createExpiry = ({ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }): Expiry => {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new OutboundError('timeout', `The request took longer than ${timeoutMs} ms`));
  }, timeoutMs);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    throwIfOver: () => controller.signal.throwIfAborted(),
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
};
