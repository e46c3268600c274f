import { type ConfigOf, defineConfig, int } from '@parley/config';

/** Settings of the contacts service beside those of every service. */
export const contactsTable = defineConfig({
  contactsDatabaseConnections: int('CONTACTS_DATABASE_CONNECTIONS', 10, {
    min: 4,
    max: 200,
    description: 'Most connections to the database of the contacts.',
  }),
});

export type ContactsConfig = ConfigOf<typeof contactsTable>;
