import {
  type CallContext,
  type Client,
  type MethodDefinition,
  type ServiceDefinition,
  methodPath,
} from './definition';

/** A way to reach a service: a socket, or the same process. */
export interface Caller {
  unary(path: string, method: MethodDefinition, request: unknown, context: CallContext): Promise<unknown>;
  stream(
    path: string,
    method: MethodDefinition,
    request: unknown,
    context: CallContext,
  ): AsyncIterable<unknown>;
  /** Resolves when the service can be reached and says it serves; rejects otherwise. */
  health(): Promise<void>;
  /**
   * Begins to connect, where there is something to connect to: a process does so while it starts, so that on a busy machine
   * its first calls do not spend their patience on looking up a name.
   */
  prepare?(): void;
  close(): Promise<void>;
}

/** A typed client of one service over a caller. Requests may leave out any field. */
export const createClient = <D extends ServiceDefinition>(definition: D, caller: Caller): Client<D> => {
  caller.prepare?.();
  return Object.fromEntries(
    Object.entries(definition.methods).map(([key, method]) => {
      const path = methodPath(definition, method);
      const call = method.responseStream
        ? (request: unknown, context: CallContext) => caller.stream(path, method, request, context)
        : (request: unknown, context: CallContext) => caller.unary(path, method, request, context);
      return [key, call];
    }),
  ) as unknown as Client<D>;
};
