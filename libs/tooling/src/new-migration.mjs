// Writes a service's next migration from the difference between its migrations and its schema.prisma:
//   node libs/tooling/src/new-migration.mjs apps/tickets add-something
// With --empty it also writes one when nothing differs, for what Prisma has no words for. Uses scratch databases on the
// server of DATABASE_URL, or on one that it starts and throws away.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startPostgres } from './engines.mjs';
import { loadTypescript } from './load-typescript.mjs';
import { at, root } from './paths.mjs';

const stop = (message) => {
  console.error(message);
  process.exit(1);
};

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const [project, name] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (!project || !/^[a-z][a-z0-9-]*$/.test(name ?? '') || flags.some((flag) => flag !== '--empty'))
  stop('Usage: node libs/tooling/src/new-migration.mjs apps/<service> <what-changes> [--empty]');
const schemaFile = at(project, 'prisma/schema.prisma');
if (!existsSync(schemaFile)) stop(`${relative(root, schemaFile)} does not exist.`);
const schema = readFileSync(schemaFile, 'utf8');

const folder = at(project, 'prisma/migrations');
mkdirSync(folder, { recursive: true });
const migrations = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => ({
    name: entry.name,
    script: readFileSync(join(folder, entry.name, 'migration.sql'), 'utf8'),
  }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const timestamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
const next = `${timestamp}_${name.replaceAll('-', '_')}`;
if (migrations.some((migration) => migration.name >= next))
  stop(`${migrations.at(-1).name} sorts after ${next}: wait, or rename it while it has run nowhere.`);

const { schemaDrift } = await loadTypescript('libs/persistence/src/migrations/schema-drift.ts');
const home = mkdtempSync(join(tmpdir(), 'parley-migration-'));
const server = process.env.DATABASE_URL ? undefined : await startPostgres(home);
let statements;
try {
  statements = await schemaDrift(process.env.DATABASE_URL ?? server.url, migrations, schema);
} finally {
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
}

if (statements.length === 0 && !flags.includes('--empty')) {
  console.log('The migrations make what schema.prisma describes: nothing to write.');
} else {
  const file = join(folder, next, 'migration.sql');
  mkdirSync(join(folder, next));
  writeFileSync(file, statements.map((statement) => `${statement}\n`).join('\n'));
  console.log(`Wrote ${relative(root, file)}. Read it before you keep it.`);
}
