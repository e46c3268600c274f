import { DomainError } from '@parley/errors';
import { nameStatus, type RpcClientObserver, type RpcObserver } from '@parley/rpc';
import {
  createOutageLog,
  type Logger,
  type Metrics,
  openSpan,
  requestContext,
  runWithTraceparent,
} from '@parley/telemetry';

/** `/parley.tickets.v1.TicketsService/GetTicket` as spans name it. */
const spanName = (path: string): string => path.slice(1);

const rpcAttributes = (path: string): Record<string, string> => {
  const [, service = '', method = ''] = path.split('/');
  return { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
};

/** Counts, times, traces and logs every call of a service, and runs it inside its request's log and trace context. */
export const createObserver = (log: Logger, metrics: Metrics): RpcObserver => {
  const durations = metrics.histogram({
    name: 'rpc_server_duration_seconds',
    help: 'Time to answer a call, by method and outcome.',
    labels: ['method', 'outcome'],
  });
  const tellOutage = createOutageLog(log);
  return {
    span: (path, { traceparent }) =>
      openSpan({
        name: spanName(path),
        kind: 'server',
        attributes: rpcAttributes(path),
        parent: traceparent,
      }),
    within: (_path, { requestId, traceparent, scope }, run) => {
      const facts = { requestId, ...(scope.projectId !== undefined && { projectId: scope.projectId }) };
      return runWithTraceparent(traceparent, () => requestContext.run(facts, run));
    },
    finished: ({ path, context, durationMs, error }) => {
      durations.observe({ method: path, outcome: nameStatus(error) }, durationMs / 1_000);
      if (error === undefined) return;
      const facts = { method: path, requestId: context.requestId };
      if (!(error instanceof DomainError)) log.error({ err: error, ...facts }, 'A call failed');
      else if (error.kind === 'unavailable') tellOutage(error, facts);
    },
  };
};

/** Counts, times and traces every call to another service, with the time on the way and until there is a connection. */
export const createClientObserver = (metrics: Metrics): RpcClientObserver => {
  const durations = metrics.histogram({
    name: 'rpc_client_duration_seconds',
    help: 'Time until another service had answered a call, by its name, method and outcome.',
    labels: ['target', 'method', 'outcome'],
  });
  return {
    begin: ({ service, path, context }) => {
      const start = performance.now();
      const span = openSpan({
        name: spanName(path),
        kind: 'client',
        attributes: rpcAttributes(path),
        parent: context.traceparent,
      });
      return {
        traceparent: span.traceparent,
        finished: (error) => {
          span.end(error);
          const seconds = (performance.now() - start) / 1_000;
          durations.observe({ target: service, method: path, outcome: nameStatus(error) }, seconds);
        },
      };
    },
  };
};
