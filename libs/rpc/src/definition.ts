import type { Scope } from '@parley/auth';

/** A message type as ts-proto generates it, seen from outside: any message goes in and comes out. */
export interface MessageType {
  encode(message: never): { finish(): Uint8Array };
  decode(input: Uint8Array): unknown;
  fromPartial(object: never): unknown;
}

/** One method of a service, as ts-proto generates it. */
export interface MethodDefinition {
  readonly name: string;
  readonly requestType: MessageType;
  readonly requestStream: boolean;
  readonly responseType: MessageType;
  readonly responseStream: boolean;
}

/** A service, as ts-proto generates it (`outputServices=generic-definitions`). */
export interface ServiceDefinition {
  readonly name: string;
  readonly fullName: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
}

type Decoded<T> = T extends { decode(input: never, length?: number): infer M } ? M : never;

/** Request message of a method. */
export type RequestOf<M extends MethodDefinition> = Decoded<M['requestType']>;
/** Response message of a method. */
export type ResponseOf<M extends MethodDefinition> = Decoded<M['responseType']>;

type Builtin = Uint8Array | string | number | boolean | undefined | null;

/** A message with optional parts; left-out parts take their defaults. */
export type Partially<T> = T extends Builtin
  ? T
  : T extends readonly (infer U)[]
    ? readonly Partially<U>[]
    : T extends object
      ? { [K in keyof T]?: Partially<T[K]> }
      : T;

/** What accompanies every call. */
export interface CallContext {
  /** Id of the public request, in every log line. */
  requestId: string;
  /** W3C trace context. */
  traceparent?: string;
  scope: Scope;
  /** Names a request that its caller may repeat and that shall have its effect once; the same for each repetition. */
  idempotencyKey?: string;
  /** Milliseconds since 1970 after which no caller waits for the answer. */
  deadline: number;
  /** Aborted when the caller went away or the deadline passed. */
  signal: AbortSignal;
}

/** A service's implementation of one method. */
export type Handler<M extends MethodDefinition> = M['responseStream'] extends true
  ? (request: RequestOf<M>, context: CallContext) => AsyncIterable<Partially<ResponseOf<M>>>
  : (request: RequestOf<M>, context: CallContext) => Promise<Partially<ResponseOf<M>>>;

/** A complete implementation: a forgotten method does not compile. */
export type Handlers<D extends ServiceDefinition> = { [K in keyof D['methods']]: Handler<D['methods'][K]> };

/** The client of a service. */
export type Client<D extends ServiceDefinition> = {
  [K in keyof D['methods']]: D['methods'][K]['responseStream'] extends true
    ? (
        request: Partially<RequestOf<D['methods'][K]>>,
        context: CallContext,
      ) => AsyncIterable<ResponseOf<D['methods'][K]>>
    : (
        request: Partially<RequestOf<D['methods'][K]>>,
        context: CallContext,
      ) => Promise<ResponseOf<D['methods'][K]>>;
};

/** A service with its implementation, ready to be served over a socket or in process. */
export interface ServiceImplementation {
  definition: ServiceDefinition;
  handlers: Record<string, (request: never, context: CallContext) => unknown>;
}

/** Pairs a service with its implementation. */
export const implement = <D extends ServiceDefinition>(
  definition: D,
  handlers: Handlers<D>,
): ServiceImplementation => ({
  definition,
  handlers: handlers as unknown as ServiceImplementation['handlers'],
});

/** Path of a method on the wire. */
export const methodPath = (definition: ServiceDefinition, method: MethodDefinition): string =>
  `/${definition.fullName}/${method.name}`;
