import { defineConfig, int } from '@parley/config';

/** Settings of the tickets service beside those of every service. */
export const ticketsTable = defineConfig({
  databaseConnections: int('TICKETS_DATABASE_CONNECTIONS', 10, { min: 4, max: 200 }),
});
