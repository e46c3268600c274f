import { setMaxListeners } from 'node:events';
import { Client, credentials, type Metadata, type ServiceError } from '@grpc/grpc-js';
import { unavailable } from '@parley/errors';
import { fromStatus } from './call-errors';
import type { Caller } from './caller';
import { contextToMetadata } from './context-codec';
import type { CallContext, MethodDefinition } from './definition';
import { channelOptions, largeChannelOptions } from './channel-options';
import { LARGE_BYTES } from './decode';
import { encode, encodeInTurns, type Encoder, isLong } from './encode';
import { createHealthCheck } from './health';
import { createPatience } from './patience';

/** Writes a request that is not encoded yet. */
const serialize =
  (type: MethodDefinition['requestType']) =>
  (message: unknown): Buffer =>
    Buffer.isBuffer(message) ? message : encode(type as Encoder, message);

const deserialize =
  (type: MethodDefinition['responseType']) =>
  (bytes: Buffer): unknown =>
    type.decode(bytes);

/** One call as its caller sees it. */
export interface OutgoingCall {
  /** What to send along instead of the context's own. */
  traceparent: string | undefined;
  /** Called once; `error` is undefined when the call succeeded. */
  finished(error: unknown): void;
}

/** The client side's observations of each call. */
export interface RpcClientObserver {
  begin(call: { service: string; path: string; context: CallContext }): OutgoingCall;
}

/** How to reach a service. */
export interface NetworkCallerOptions {
  /** Name for error messages, e.g. `tickets`. */
  service: string;
  /** `host:port`, or a gRPC target such as `dns:///tickets:50051`, which spreads calls over every address. */
  target: string;
  /** Secret that the services of one installation share. */
  serviceKey?: string;
  observer?: RpcClientObserver;
}

interface Cancellable {
  cancel(): void;
}

/**
 * Calls a service over long-lived HTTP/2 channels, of which large requests have one of their own: other calls of their channel
 * would wait until they are sent. A call that no server has seen waits a moment for a restarting
 * one. A call that a server may have seen is never sent again.
 */
export const createNetworkCaller = ({
  service,
  target,
  serviceKey,
  observer,
}: NetworkCallerOptions): Caller => {
  const client = new Client(target, credentials.createInsecure(), channelOptions);
  const largeClient = new Client(target, credentials.createInsecure(), largeChannelOptions);
  const patience = createPatience(client);
  const health = createHealthCheck(client, serviceKey);
  const findCodec = createCodecs();
  const begin = createBegin({ service, serviceKey, observer }, patience);

  return {
    unary: async (path, method, message, context) => {
      const type = method.requestType as Encoder;
      const request = isLong(type, message) ? await encodeInTurns(type, message) : encode(type, message);
      const sender = request.length < LARGE_BYTES ? client : largeClient;
      return new Promise((resolve, reject) => {
        const codec = findCodec(method);
        const options = { deadline: context.deadline };
        const answered = (error: ServiceError | null, response?: unknown): void => {
          begun.end();
          const failure = error ? begun.failure(error) : undefined;
          begun.finished(failure);
          if (failure) reject(failure);
          else resolve(response);
        };
        const begun = begin(path, context, (metadata) =>
          sender.makeUnaryRequest(path, codec.request, codec.response, request, metadata, options, answered),
        );
      });
    },
    stream: async function* (path: string, method: MethodDefinition, request: unknown, context: CallContext) {
      const codec = findCodec(method);
      const options = { deadline: context.deadline };
      const { call, ...begun } = begin(path, context, (metadata) =>
        client.makeServerStreamRequest(path, codec.request, codec.response, request, metadata, options),
      );
      let failure: Error | undefined;
      try {
        yield* call as AsyncIterable<unknown>;
      } catch (error) {
        failure = begun.failure(error);
        throw failure;
      } finally {
        begun.end();
        begun.finished(failure);
        call.cancel();
      }
    },
    prepare: () => {
      client.getChannel().getConnectivityState(true);
    },
    health: () => health(service),
    close: async () => {
      client.close();
      largeClient.close();
    },
  };
};

interface MethodCodec {
  request: (message: unknown) => Buffer;
  response: (bytes: Buffer) => unknown;
}

/** How the messages of a method are written and read, made once for each. */
const createCodecs = (): ((method: MethodDefinition) => MethodCodec) => {
  const codecs = new Map<MethodDefinition, MethodCodec>();
  return (method) => {
    const known = codecs.get(method);
    if (known) return known;
    const codec = { request: serialize(method.requestType), response: deserialize(method.responseType) };
    codecs.set(method, codec);
    return codec;
  };
};

/** Begins a call; `start` sends it. Answers a function that undoes the begin, and one that reports the call's failure. */
type Begin = <Call extends Cancellable>(
  path: string,
  context: CallContext,
  start: (metadata: Metadata) => Call,
) => { call: Call; end(): void; failure(error: unknown): Error; finished(error: unknown): void };

const createBegin = (
  { service, serviceKey, observer }: Omit<NetworkCallerOptions, 'target'>,
  patience: ReturnType<typeof createPatience>,
): Begin => {
  return (path, context, start) => {
    const observed = observer?.begin({ service, path, context });
    const left = patience.left();
    const sent = observed ? { ...context, traceparent: observed.traceparent } : context;
    const metadata = contextToMetadata(sent, serviceKey);
    metadata.setOptions({ waitForReady: left !== 0 });
    const call = start(metadata);
    let away = false;
    const giveUp = (): void => {
      away = patience.over();
      if (away) call.cancel();
    };
    const timer = left ? setTimeout(giveUp, left) : undefined;
    const cancel = (): void => call.cancel();
    // Calls side by side share their caller's context; each takes its listener back when it ends.
    setMaxListeners(0, context.signal);
    context.signal.addEventListener('abort', cancel, { once: true });
    return {
      call,
      end: () => {
        clearTimeout(timer);
        context.signal.removeEventListener('abort', cancel);
      },
      failure: (error) =>
        away
          ? unavailable(`The ${service} service is away. Try again.`, error)
          : fromStatus(error as ServiceError, service),
      finished: (error) => observed?.finished(error),
    };
  };
};
