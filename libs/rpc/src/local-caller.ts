import type { Caller } from './caller';
import type { CallContext, ServiceImplementation } from './definition';
import { findMethod, invokeStream, invokeUnary, type RpcObserver } from './invoke';

type Complete = (message: never) => unknown;

/** Options of a caller in the same process. */
export interface LocalCallerOptions {
  /**
   * Settles when the called service has started; undefined once it has. Calls wait for it, unary ones at most to
   * their deadline.
   */
  starting?: () => Promise<unknown> | undefined;
}

/**
 * Calls services of the same process without a socket. Requests and responses take the same defaults as on the wire and are copies,
 * so that a handler sees no difference; free JSON is passed as it is and must not be mutated.
 */
export const createLocalCaller = (
  services: readonly ServiceImplementation[],
  observer: RpcObserver,
  { starting = () => undefined }: LocalCallerOptions = {},
): Caller => {
  const found = new Map<string, ReturnType<typeof findMethod>>();
  const locate = (path: string): NonNullable<ReturnType<typeof findMethod>> => {
    const known = found.get(path) ?? findMethod(services, path);
    if (!known) throw new Error(`No service of this process implements ${path}`);
    found.set(path, known);
    return known;
  };
  const findHandler = (
    path: string,
    request: unknown,
    context: CallContext,
  ): { run: () => unknown; complete: Complete } => {
    const { key, method, service } = locate(path);
    const handler = service.handlers[key];
    if (!handler) throw new Error(`${path} has no handler`);
    const message = (method.requestType.fromPartial as Complete)(request as never);
    return {
      run: () => handler(message as never, context),
      complete: method.responseType.fromPartial as Complete,
    };
  };
  return {
    unary: async (path, _method, request, context) => {
      const { run, complete } = findHandler(path, request, context);
      const start = starting();
      const invoked = (start ? async () => start.then(run) : run) as () => Promise<unknown>;
      return complete((await invokeUnary(observer, path, invoked, context)) as never);
    },
    stream: async function* (path, _method, request, context) {
      const { run, complete } = findHandler(path, request, context);
      await starting();
      for await (const message of invokeStream(
        observer,
        path,
        run as () => AsyncIterable<unknown>,
        context,
      )) {
        yield complete(message as never);
      }
    },
    health: async () => undefined,
    close: async () => undefined,
  };
};
