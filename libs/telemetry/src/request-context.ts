import { AsyncLocalStorage } from 'node:async_hooks';

/** Common fields of the log lines of one request, event or job. No personal data. */
export interface RequestContext {
  requestId?: string;
  /** Project the work is done for. */
  projectId?: string;
  /** 32 hex digits; when absent, log lines take it from the current trace. */
  traceId?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** The context that log lines are marked with; follows asynchronous work by itself. */
export const requestContext = {
  /** Runs `fn` with these facts added to the ones already in force. */
  run: <T>(context: RequestContext, fn: () => T): T => storage.run({ ...storage.getStore(), ...context }, fn),
  /** The facts in force; undefined outside any request. */
  get: (): Readonly<RequestContext> | undefined => storage.getStore(),
};
