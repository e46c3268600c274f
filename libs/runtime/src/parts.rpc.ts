import { PartsServiceDefinition } from '@parley/proto/generated/parley/common/v1/parts_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { HealthChecks } from './module';
import { askReadiness } from './ops-server';

/** Most milliseconds of a check: less than its caller waits. */
const LIMIT_MS = 1_500;

/** Reports to the gateway which parts of a service of another process answer. */
export const partsRpc = (checks: HealthChecks): ServiceImplementation =>
  implement(PartsServiceDefinition, {
    checkParts: async () => {
      const { parts } = await askReadiness(checks, LIMIT_MS);
      return { parts: Object.entries(parts).map(([name, state]) => ({ name, ok: state === 'ok' })) };
    },
  });
