// The deployment data of the apps, from the apps themselves: their settings and the services they call.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { at } from '../paths.mjs';
import { services } from '../services.mjs';

// By path: the tooling does not depend on the libraries, because their tests depend on it.
const runtime = () => import(at('libs/runtime/src/index.ts'));
const toRows = (table) => Object.values(table).map(({ name, secret }) => ({ name, secret }));

/** Settings of an app beside those of the platform. */
export const ownSettings = async (app) => {
  if (!existsSync(at('apps', app, 'src/config.ts'))) return [];
  const module = await import(at('apps', app, 'src/config.ts'));
  return toRows(module[`${app}Table`]);
};

/** Settings that every process takes. */
export const platformSettings = async () => toRows((await runtime()).platformTable);

/** The setting that names the database of one app. */
export const databaseSetting = async (app) => (await runtime()).ownDatabaseTable(app).ownDatabaseUrl.name;

/** Names of all settings of an app. */
export const listSettings = async (app) => [
  ...[...(await platformSettings()), ...(await ownSettings(app))].map(({ name }) => name),
  await databaseSetting(app),
];

const sources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('generated'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));

/** Names of the services that an app calls: the gateway all, the others by their `peers`. */
export const listCalls = (app) => {
  const others = services.filter((name) => name !== app && name !== 'gateway');
  if (app === 'gateway') return others;
  const text = sources(at('apps', app, 'src')).join('\n');
  return others.filter((name) => new RegExp(`\\bpeers\\.${name}\\b`).test(text));
};
