import { type ConfigOf, defineConfig } from '@parley/config';

/** Settings of the contacts service beside those every process takes: none. */
export const contactsTable = defineConfig({});

export type ContactsConfig = ConfigOf<typeof contactsTable>;
