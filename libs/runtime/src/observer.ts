import { DomainError, errorTable } from '@parley/errors';
import { type RpcObserver } from '@parley/rpc';
import { type Logger, type Metrics, requestContext, runWithTraceparent } from '@parley/telemetry';

const outcomeOf = (error: unknown): string => {
  if (error === undefined) return 'OK';
  return error instanceof DomainError ? String(errorTable[error.kind].grpc) : 'INTERNAL';
};

/** Counts, times and logs every call of a service, and runs it inside its request's log and trace context. */
export const createObserver = (log: Logger, metrics: Metrics): RpcObserver => {
  const durations = metrics.histogram({
    name: 'rpc_server_duration_seconds',
    help: 'Time to answer a call, by method and outcome.',
    labels: ['method', 'outcome'],
  });
  return {
    within: (_path, { requestId, traceparent, scope }, run) => {
      const facts = { requestId, ...(scope.projectId !== undefined && { projectId: scope.projectId }) };
      return runWithTraceparent(traceparent, () => requestContext.run(facts, run));
    },
    finished: ({ path, context, durationMs, error }) => {
      durations.observe({ method: path, outcome: outcomeOf(error) }, durationMs / 1_000);
      if (error === undefined || error instanceof DomainError) return;
      log.error({ err: error, method: path, requestId: context.requestId }, 'A call failed');
    },
  };
};
