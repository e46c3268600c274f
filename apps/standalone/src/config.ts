import { type ConfigOf, defineConfig, flag } from '@parley/config';
import { gatewayTable } from '@parley/app-gateway';
import { contactsTable } from '@parley/app-contacts';
import { ticketsTable } from '@parley/app-tickets';
import { workspaceTable } from '@parley/app-workspace';
import { platformTable } from '@parley/runtime';

/** Every setting of the one-process platform: its own, the platform's and each service's. */
export const standaloneTable = defineConfig({
  demo: flag('PARLEY_DEMO', true),
  ...platformTable,
  ...workspaceTable,
  ...contactsTable,
  ...ticketsTable,
  ...gatewayTable,
});

export type StandaloneConfig = ConfigOf<typeof standaloneTable>;
