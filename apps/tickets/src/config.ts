import { defineConfig } from '@parley/config';

/** Settings of the tickets service beside those every process takes: none. */
export const ticketsTable = defineConfig({});
