import { type Caller } from './caller';
import { type CallContext, type ServiceImplementation } from './definition';
import { findMethod, invokeStream, invokeUnary, type RpcObserver } from './invoke';

type Complete = (message: never) => unknown;

/**
 * Calls services of the same process without a socket. Requests and responses take the same defaults as on the wire and
 * are copies, so that a handler cannot tell the difference; free JSON is handed over as it is and must not be mutated.
 */
export const createLocalCaller = (
  services: readonly ServiceImplementation[],
  observer: RpcObserver,
): Caller => {
  const found = new Map<string, ReturnType<typeof findMethod>>();
  const locate = (path: string): NonNullable<ReturnType<typeof findMethod>> => {
    const known = found.get(path) ?? findMethod(services, path);
    if (!known) throw new Error(`No service of this process implements ${path}`);
    found.set(path, known);
    return known;
  };
  const handlerOf = (
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
      const { run, complete } = handlerOf(path, request, context);
      return complete((await invokeUnary(observer, path, run as () => Promise<unknown>, context)) as never);
    },
    stream: async function* (path, _method, request, context) {
      const { run, complete } = handlerOf(path, request, context);
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
