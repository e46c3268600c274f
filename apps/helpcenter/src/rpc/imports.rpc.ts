import { ImportsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { awaitImport, getImport, startImport } from '../importing';

export const importsRpc = (deps: Deps): ServiceImplementation => {
  const start = deps.effects.once(ImportsServiceDefinition.methods.startImport, (request, context) =>
    startImport(deps, request, context),
  );
  return implement(ImportsServiceDefinition, {
    /** Waits for an import when the caller wants to, also for one that an earlier request with the same key started. */
    startImport: async (request, context) => {
      const started = await start(request, context);
      return request.wait ? awaitImport(deps, started, context) : started;
    },
    getImport: (request, context) => getImport(deps, request, context),
  });
};
