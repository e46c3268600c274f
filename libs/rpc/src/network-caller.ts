import { Client, credentials, type ServiceError } from '@grpc/grpc-js';
import { HealthCheckResponse, HealthClient } from './health';
import { fromStatus } from './call-errors';
import { type Caller } from './caller';
import { contextToMetadata } from './context-codec';
import { type CallContext, type MethodDefinition } from './definition';
import { channelOptions } from './channel-options';

type Codec = { encode(message: unknown): { finish(): Uint8Array }; fromPartial(object: unknown): unknown };

const serialize =
  (type: MethodDefinition['requestType']) =>
  (message: unknown): Buffer => {
    const codec = type as unknown as Codec;
    return Buffer.from(codec.encode(codec.fromPartial(message)).finish());
  };

const deserialize =
  (type: MethodDefinition['responseType']) =>
  (bytes: Buffer): unknown =>
    type.decode(bytes);

/** How to reach a service. */
export interface NetworkCallerOptions {
  /** Name for error messages, e.g. `tickets`. */
  service: string;
  /** `host:port`, or a gRPC target such as `dns:///tickets:50051`, which spreads calls over every address. */
  target: string;
  /** Secret that the services of one installation share. */
  serviceKey?: string;
}

/** Calls a service over one long-lived HTTP/2 channel per address. */
export const createNetworkCaller = ({ service, target, serviceKey }: NetworkCallerOptions): Caller => {
  const client = new Client(target, credentials.createInsecure(), channelOptions);
  const health = new HealthClient(target, serviceKey);
  const codecs = new Map<
    MethodDefinition,
    { request: ReturnType<typeof serialize>; response: ReturnType<typeof deserialize> }
  >();
  const codecOf = (
    method: MethodDefinition,
  ): { request: (m: unknown) => Buffer; response: (b: Buffer) => unknown } => {
    const known = codecs.get(method);
    if (known) return known;
    const codec = { request: serialize(method.requestType), response: deserialize(method.responseType) };
    codecs.set(method, codec);
    return codec;
  };

  return {
    unary: (path, method, request, context) =>
      new Promise((resolve, reject) => {
        const codec = codecOf(method);
        const call = client.makeUnaryRequest(
          path,
          codec.request,
          codec.response,
          request,
          contextToMetadata(context, serviceKey),
          { deadline: context.deadline },
          (error: ServiceError | null, response?: unknown) => {
            context.signal.removeEventListener('abort', cancel);
            if (error) reject(fromStatus(error, service));
            else resolve(response);
          },
        );
        const cancel = (): void => call.cancel();
        context.signal.addEventListener('abort', cancel, { once: true });
      }),
    stream: async function* (path: string, method: MethodDefinition, request: unknown, context: CallContext) {
      const codec = codecOf(method);
      const call = client.makeServerStreamRequest(
        path,
        codec.request,
        codec.response,
        request,
        contextToMetadata(context, serviceKey),
        { deadline: context.deadline },
      );
      const cancel = (): void => call.cancel();
      context.signal.addEventListener('abort', cancel, { once: true });
      try {
        yield* call as AsyncIterable<unknown>;
      } catch (error) {
        throw fromStatus(error as ServiceError, service);
      } finally {
        context.signal.removeEventListener('abort', cancel);
        call.cancel();
      }
    },
    health: async () => {
      const answer = await health.check(2_000);
      if (answer !== HealthCheckResponse.SERVING) throw new Error(`The ${service} service is not serving`);
    },
    close: async () => {
      client.close();
      health.close();
    },
  };
};
