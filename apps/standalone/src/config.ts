import { contactsTable } from '@parley/app-contacts';
import { gatewayTable } from '@parley/app-gateway';
import { mailTable } from '@parley/app-mail';
import { realtimeTable } from '@parley/app-realtime';
import { ticketsTable } from '@parley/app-tickets';
import { workspaceTable } from '@parley/app-workspace';
import { type ConfigOf, defineConfig, flag, int, text } from '@parley/config';
import { platformTable } from '@parley/runtime';

/** Every setting of the one-process platform: its own, the platform's and each service's. */
export const standaloneTable = defineConfig({
  demo: flag('PARLEY_DEMO', true, { description: 'Seed demo data at the first start.' }),
  ...platformTable,
  ...workspaceTable,
  ...contactsTable,
  ...ticketsTable,
  ...realtimeTable,
  ...mailTable,
  ...gatewayTable,
  // For a person's own machine; others need not reach it.
  host: text('HOST', '127.0.0.1', { description: 'Address to listen on.' }),
  // The called services run in this process too: more calls at once are no faster and make all callers wait.
  callsAtOnce: int('CALLS_AT_ONCE', 16, {
    min: 1,
    description: 'Calls to services at once; further ones wait, and projects take turns.',
  }),
});

export type StandaloneConfig = ConfigOf<typeof standaloneTable>;
