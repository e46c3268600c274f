import {
  type CallContext,
  type Handler,
  type Handlers,
  implement,
  type ServiceDefinition,
  type ServiceImplementation,
} from '@parley/rpc';
import type { Effects, OnceHandler } from './effects';

/** A use case for each method, by its name. It takes the dependencies, then the call. */
type UseCases<Deps, D extends ServiceDefinition, Once> = {
  [K in keyof D['methods']]: (
    deps: Deps,
    ...call: Parameters<K extends Once ? OnceHandler<D['methods'][K]> : Handler<D['methods'][K]>>
  ) => ReturnType<Handler<D['methods'][K]>>;
};

/** A service without recorded operations needs no table of effects. */
type Recorder<Once> = [Once] extends [never] ? object : { effects: Effects };

/**
 * Serves each method by the use case of its name, `teams.createTeam` for `createTeam`; others of `useCases` are passed over. Those
 * named in `once` record their effect. A method without its use case does not compile.
 */
export const implementWith = <
  Deps extends Recorder<Once>,
  D extends ServiceDefinition,
  Once extends keyof D['methods'] & string = never,
>(
  deps: Deps,
  definition: D,
  useCases: UseCases<Deps, D, Once>,
  ...once: Once[]
): ServiceImplementation => {
  const { effects } = deps as { effects?: Effects };
  const handlers = Object.entries(definition.methods).map(([name, method]) => {
    const useCase = useCases[name] as (deps: Deps, request: unknown, context: CallContext) => never;
    const run = (request: unknown, context: CallContext): never => useCase(deps, request, context);
    return [name, effects && (once as string[]).includes(name) ? effects.once(method, run) : run];
  });
  return implement(definition, Object.fromEntries(handlers) as Handlers<D>);
};
