// Generates a service's Prisma client and a module that carries its migrations, so that a bundle needs no files.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './paths.mjs';

const project = process.argv[2];
const schema = at(project, 'prisma/schema.prisma');
if (!existsSync(schema)) {
  console.error(`${schema} does not exist`);
  process.exit(1);
}
const out = at(project, 'src/generated');
mkdirSync(out, { recursive: true });

// The client needs no engine binary, but the command checks for one before it generates: any existing file will do.
const prisma = [at('node_modules/prisma/build/index.js'), 'generate', '--schema', schema];
const { status, stdout, stderr } = spawnSync(process.execPath, prisma, {
  encoding: 'utf8',
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CI: '1',
  },
  stdio: ['ignore', 'pipe', 'pipe'],
});
if (status !== 0) {
  console.error(stdout + stderr);
  process.exit(1);
}

const folder = at(project, 'prisma/migrations');
const migrations = (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, script: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
writeFileSync(
  join(out, 'migrations.ts'),
  `/** The service's migrations, oldest first. */\nexport const migrations: { name: string; script: string }[] = ${JSON.stringify(migrations, null, 2)};\n`,
);
