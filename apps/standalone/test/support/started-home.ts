import { openDatabase, startEmbeddedPostgres } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** What a home holds after a start: every table, and with `demo` the demo's data. */
export type HomeContents = 'tables' | 'demo';

/** Starts a platform on a home and stops it when it is ready. */
type StartOnce = (home: string, contents: HomeContents) => Promise<void>;

/** The folder of the run, which its end removes (`engines-teardown.mjs`). */
export const runFolder = (): string => {
  const engines = process.env['PARLEY_TEST_ENGINES_FILE'];
  if (!engines) throw new Error('PARLEY_TEST_ENGINES_FILE is not set: run the tests with `npm test`');
  return dirname(engines);
};

/** A folder for all state of a platform. */
export const temporaryHome = (): string => mkdtempSync(join(runFolder(), 'parley-home-'));

/** Removes a platform's folder. */
export const removeHome = (home: string): void => rmSync(home, { recursive: true, force: true });

const copy = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
};

const quiet = { info: () => undefined, error: () => undefined };

/** An embedded database without a table, which does not wait for the disk: kills end processes here, not the machine. */
const createDatabase = async (home: string): Promise<void> => {
  const server = await startEmbeddedPostgres({ home, log: quiet });
  const db = openDatabase({ url: server.url, applicationName: 'test home', maxConnections: 1 });
  for (const setting of ['fsync', 'full_page_writes']) await db.query(`ALTER SYSTEM SET ${setting} = off`);
  await db.close();
  await server.stop();
};

const make = async (contents: HomeContents, startOnce: StartOnce): Promise<string> => {
  const home = temporaryHome();
  if (contents === 'demo') await copy(await ensureTemplate('tables', startOnce), home);
  else await createDatabase(home);
  await startOnce(home, contents);
  // Each copy looks for a port of its own.
  rmSync(join(home, 'postgres/port'));
  return home;
};

/** The home that others are copies of, made by the first file of the run that needs it. */
const ensureTemplate = async (contents: HomeContents, startOnce: StartOnce): Promise<string> => {
  const template = join(runFolder(), `home-${contents}`);
  const lock = `${template}.lock`;
  await eventually(async () => {
    if (existsSync(template)) return;
    // Fails while another worker makes it.
    mkdirSync(lock);
    try {
      renameSync(await make(contents, startOnce), template);
    } finally {
      rmdirSync(lock);
    }
  }, 240_000);
  return template;
};

/**
 * A folder for all state of a platform, as a first start leaves it. Creating and migrating the databases of all services
 * costs more than the rest of a start, and seeding the demo twice that.
 */
export const startedHome = async (contents: HomeContents, startOnce: StartOnce): Promise<string> => {
  const template = await ensureTemplate(contents, startOnce);
  const home = temporaryHome();
  await copy(template, home);
  return home;
};
