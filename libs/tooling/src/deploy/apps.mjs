// What the apps themselves say about how they are deployed: their settings and whom they call.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ownDatabaseTable, platformTable } from '@parley/runtime';
import { at } from '../paths.mjs';
import { services } from '../services.mjs';

const rowsOf = (table) => Object.values(table).map(({ name, secret }) => ({ name, secret }));

/** Settings of an app beside those of the platform. */
export const ownSettings = async (app) => {
  if (!existsSync(at('apps', app, 'src/config.ts'))) return [];
  const module = await import(at('apps', app, 'src/config.ts'));
  return rowsOf(module[`${app}Table`]);
};

/** Settings that every process takes. */
export const platformSettings = rowsOf(platformTable);

/** The setting that names the database of one app. */
export const databaseSetting = (app) => ownDatabaseTable(app).ownDatabaseUrl.name;

/** Names of all settings of an app. */
export const settingsOf = async (app) => [
  ...[...platformSettings, ...(await ownSettings(app))].map(({ name }) => name),
  databaseSetting(app),
];

const sources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('generated'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));

/** Names of the services that an app calls: the gateway all, the others by their `peers`. */
export const callsOf = (app) => {
  const others = services.filter((name) => name !== app && name !== 'gateway');
  if (app === 'gateway') return others;
  const text = sources(at('apps', app, 'src')).join('\n');
  return others.filter((name) => new RegExp(`\\bpeers\\.${name}\\b`).test(text));
};
