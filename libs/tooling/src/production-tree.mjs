// Makes the folder that a container runs: one app's bundle, and the files of packages that it can reach. Arguments: the app, the
// folder with the target's packages in node_modules, the folder to make.
import { nodeFileTrace } from '@vercel/nft';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { at } from './paths.mjs';

const [, , app, packagesFolder, target] = process.argv;
if (!app || !packagesFolder || !target) {
  console.error('Usage: production-tree.mjs <app> <folder with node_modules> <target folder>');
  process.exit(64);
}
const packages = resolve(packagesFolder);
const { version, license, dependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

// The bundle stands beside the packages, so that the tracer finds exactly those of the target platform.
const bundle = join(packages, 'main.js');
if (!existsSync(bundle)) cpSync(at('dist/apps', app), packages, { recursive: true });

const thread = join(packages, 'thread.js');
const { fileList } = await nodeFileTrace([bundle, thread], { base: packages, processCwd: packages });
const traced = [...fileList].filter((file) => file.startsWith('node_modules/'));

const text = [bundle, thread].map((file) => readFileSync(file, 'utf8')).join('\n');
const names = (before) =>
  Object.keys(dependencies).filter((name) => new RegExp(`(?:${before})\\s*"${name}["/]`).test(text));
/** Packages that are located at run time, to load or serve their files by path. */
const lookedUp = names(String.raw`resolve\(|(?<![=!])=`);
/** All that the bundle names; a mere word in a list is none. */
const named = [...new Set([...lookedUp, ...names(String.raw`from|import|\(`)])].sort();
const isTraced = (name) =>
  traced.some(
    (file) => file.startsWith(`node_modules/${name}/`) && file !== `node_modules/${name}/package.json`,
  );
/** Packages that the tracer cannot follow are copied whole. */
const whole = named.filter((name) => lookedUp.includes(name) || !isTraced(name));

const MAPS = ['main.js.map', 'thread.js.map'];
const copy = (file) => {
  const to = join(target, file);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(packages, file), to, {
    recursive: true,
    filter: (path) => MAPS.includes(file) || !path.endsWith('.map'),
  });
};
for (const file of ['main.js', 'thread.js', ...MAPS, ...traced]) copy(file);
for (const name of whole) copy(join('node_modules', name));
// Files that the app serves unchanged.
for (const entry of readdirSync(at('dist/apps', app), { withFileTypes: true }))
  if (entry.isDirectory()) copy(entry.name);

/** Package of a file, nested ones included. */
const findPackage = (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
const folders = new Set([...traced.map(findPackage), ...whole.map((name) => `node_modules/${name}`)]);
for (const folder of folders) {
  // A scanner reads name, version and licence from here.
  const manifest = folder && join(folder, 'package.json');
  if (manifest && existsSync(join(packages, manifest))) copy(manifest);
}

const readVersion = (name) =>
  JSON.parse(readFileSync(join(packages, 'node_modules', name, 'package.json'), 'utf8')).version;
const manifest = {
  name: `@parley/${app}`,
  version,
  license,
  private: true,
  type: 'module',
  dependencies: Object.fromEntries(named.map((name) => [name, readVersion(name)])),
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`${app}: ${folders.size} packages${whole.length > 0 ? `, whole: ${whole.join(', ')}` : ''}`);
