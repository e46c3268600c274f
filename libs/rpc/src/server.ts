import {
  Server,
  ServerCredentials,
  status,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type Metadata,
  type ServiceDefinition,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import { sameText } from '@parley/auth';
import { HealthImplementation } from 'grpc-health-check';
import { once } from 'node:events';
import { MAX_MESSAGE_BYTES } from './channel-options';
import { contextFromMetadata, SERVICE_KEY } from './context-codec';
import { decodeInTurns, LARGE_BYTES } from './decode';
import { toStatus } from './call-errors';
import {
  type CallContext,
  type MethodDefinition,
  type ServiceImplementation,
  methodPath,
} from './definition';
import { invokeStream, invokeUnary, type RpcObserver } from './invoke';

/** Options of a server. */
export interface RpcServerOptions {
  services: readonly ServiceImplementation[];
  /** Address to listen on, e.g. `0.0.0.0:50051`; port 0 takes a free one. */
  address: string;
  /** When set, a call must carry it. */
  serviceKey?: string;
  observer: RpcObserver;
}

/** A running server. */
export interface RpcServer {
  port: number;
  /** What health checks answer from now on. */
  setServing(serving: boolean): void;
  /** Takes no new calls, notifies callers, finishes calls in flight for at most `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
}

interface IncomingCall {
  metadata: Metadata;
  getDeadline(): Date | number;
  on(event: 'cancelled', listener: () => void): unknown;
}

/** Longest a call may take when its caller set no deadline, in milliseconds. */
const DEFAULT_DEADLINE_MS = 60_000;

/** The longest deadline that the gateway sets, for streamed answers, and a moment more, in milliseconds. */
const LONGEST_CALL_MS = 11 * 60_000;

const readContext = (call: IncomingCall): CallContext | undefined => {
  const wire = contextFromMetadata(call.metadata);
  if (!wire) return undefined;
  const deadline = Number(call.getDeadline());
  const controller = new AbortController();
  call.on('cancelled', () => controller.abort());
  return {
    ...wire,
    deadline: Number.isFinite(deadline) ? deadline : Date.now() + DEFAULT_DEADLINE_MS,
    signal: controller.signal,
  };
};

type AnyHandler = (request: unknown, context: CallContext) => unknown;

/** Serves the services over gRPC, with the standard health service beside them. */
export const startRpcServer = async (options: RpcServerOptions): Promise<RpcServer> => {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // Callers look up the addresses again and find replicas that are new.
    'grpc.max_connection_age_ms': 5 * 60_000,
    'grpc.max_connection_age_grace_ms': LONGEST_CALL_MS,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 5_000,
  });

  for (const { definition, handlers } of options.services) {
    const implementation = Object.fromEntries(
      Object.entries(definition.methods).map(([key, method]): [string, UntypedHandleCall] => {
        const handler = handlers[key] as AnyHandler;
        const path = methodPath(definition, method);
        return [
          key,
          method.responseStream
            ? serveStream(options, path, method, handler)
            : serveUnary(options, path, method, handler),
        ];
      }),
    );
    server.addService(describeMethods(definition), implementation);
  }

  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(options.address, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });

  return {
    port,
    setServing: (serving) => health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING'),
    close: (graceMs) =>
      new Promise((resolve) => {
        health.setStatus('', 'NOT_SERVING');
        const timer = setTimeout(() => server.forceShutdown(), graceMs);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
};

/** What to answer a call without the key of services. */
const refuse = (
  { serviceKey }: RpcServerOptions,
  call: IncomingCall,
): { code: status; details: string } | undefined => {
  if (!serviceKey) return undefined;
  const [key] = call.metadata.get(SERVICE_KEY);
  if (key !== undefined && sameText(key.toString(), serviceKey)) return undefined;
  return { code: status.UNAUTHENTICATED, details: 'The service key is missing or wrong' };
};

const noContext = { code: status.INVALID_ARGUMENT, details: 'The call carries no context' };

const serveUnary =
  (
    options: RpcServerOptions,
    path: string,
    method: MethodDefinition,
    handler: AnyHandler,
  ): handleUnaryCall<unknown, unknown> =>
  (call, callback) => {
    const refused = refuse(options, call);
    const context = readContext(call as IncomingCall);
    if (refused || !context) return callback(refused ?? noContext);
    const complete = method.responseType.fromPartial as unknown as (message: unknown) => unknown;
    const run = async (): Promise<unknown> => handler(await read(method, call.request), context);
    invokeUnary(options.observer, path, run, context).then(
      (response) => callback(null, complete(response)),
      (error: unknown) => callback(toStatus(error)),
    );
  };

const serveStream =
  (
    options: RpcServerOptions,
    path: string,
    method: MethodDefinition,
    handler: AnyHandler,
  ): handleServerStreamingCall<unknown, unknown> =>
  (call) => {
    const refused = refuse(options, call);
    const context = readContext(call as IncomingCall);
    if (refused || !context) return void call.emit('error', refused ?? noContext);
    const complete = method.responseType.fromPartial as unknown as (message: unknown) => unknown;
    const run = (): AsyncIterable<unknown> => handler(call.request, context) as AsyncIterable<unknown>;
    const pump = async (): Promise<void> => {
      for await (const message of invokeStream(options.observer, path, run, context)) {
        if (context.signal.aborted) return;
        if (!call.write(complete(message)))
          await Promise.race([once(call, 'drain'), once(call, 'cancelled')]);
      }
      call.end();
    };
    pump().catch((error: unknown) => call.emit('error', toStatus(error)));
  };

/** A large request is still in bytes, so that other calls have their turn while it is decoded. */
const read = ({ requestType }: MethodDefinition, request: unknown): unknown =>
  Buffer.isBuffer(request) ? decodeInTurns(requestType, request) : request;

/** How the messages of a service are written and read. */
const describeMethods = (definition: ServiceImplementation['definition']): ServiceDefinition =>
  Object.fromEntries(
    Object.entries(definition.methods).map(([key, method]) => [
      key,
      {
        path: methodPath(definition, method),
        requestStream: false,
        responseStream: method.responseStream,
        requestSerialize: (message: unknown) =>
          Buffer.from(method.requestType.encode(message as never).finish()),
        requestDeserialize: (bytes: Buffer) =>
          bytes.length < LARGE_BYTES || method.responseStream ? method.requestType.decode(bytes) : bytes,
        responseSerialize: (message: unknown) =>
          Buffer.from(method.responseType.encode(message as never).finish()),
        responseDeserialize: (bytes: Buffer) => method.responseType.decode(bytes),
      },
    ]),
  );
