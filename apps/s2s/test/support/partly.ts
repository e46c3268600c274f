import { type Handlers, implement, type ServiceDefinition, type ServiceImplementation } from '@parley/rpc';

/** A service of which only some methods are there; a call of another one fails. */
export const partly = <D extends ServiceDefinition>(
  definition: D,
  handlers: Partial<Handlers<D>>,
): ServiceImplementation => implement(definition, handlers as Handlers<D>);
