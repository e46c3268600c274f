// Prints the path of a Node.js that is new enough: the one that runs this, else one of this checkout, installed from npm
// once into `.node`. It must run on old versions itself, so it uses nothing that is newer than Node.js 18.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at } from './paths.mjs';

/** The version that the scripts install where the machine's Node.js is older than `engines` of package.json. */
const OWN_MAJOR = '24';

/** Whether a version such as `22.19.0` is at least the wanted one. */
export const isAtLeast = (version, wanted) => {
  const parts = version.split('.').map(Number);
  const limits = wanted.split('.').map(Number);
  for (let index = 0; index < limits.length; index += 1) {
    if ((parts[index] ?? 0) !== limits[index]) return (parts[index] ?? 0) > limits[index];
  }
  return true;
};

/** The lowest version that `engines` takes, e.g. `22.19`. */
export const minimumVersion = () =>
  JSON.parse(readFileSync(at('package.json'), 'utf8')).engines.node.replace('>=', '');

/** The npm package that holds a Node.js for a machine, if there is one: those of npm are for Linux with glibc. */
export const packageFor = ({ platform, arch, glibc }) =>
  platform === 'linux' && glibc && ['x64', 'arm64'].includes(arch) ? `node-linux-${arch}` : undefined;

/** Installs the package beside the place and renames it, so that two commands at once share one whole copy. */
const install = (name, place) => {
  console.error(
    `Node.js ${process.versions.node} is too old; installing ${OWN_MAJOR} for this checkout (once) …`,
  );
  mkdirSync(at('.node'), { recursive: true });
  const draft = mkdtempSync(at('.node/draft-'));
  try {
    const npm = process.env.npm_execpath;
    const [command, prefix] = npm ? [process.execPath, [npm]] : ['npm', []];
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', draft];
    const { status } = spawnSync(command, [...prefix, 'install', ...flags, `${name}@${OWN_MAJOR}`], {
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) return;
    if (!existsSync(place)) renameSync(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const ownRuntime = () => {
  const name = packageFor({
    platform: process.platform,
    arch: process.arch,
    glibc: process.report?.getReport().header.glibcVersionRuntime,
  });
  if (!name) return undefined;
  const place = at('.node', OWN_MAJOR);
  const node = join(place, 'node_modules', name, 'bin/node');
  if (!existsSync(node)) install(name, place);
  if (!existsSync(node)) return undefined;
  execFileSync(node, ['--version'], { stdio: 'ignore' });
  return node;
};

const print = () => {
  const wanted = minimumVersion();
  const node = isAtLeast(process.versions.node, wanted) ? process.execPath : ownRuntime();
  if (node) return console.log(node);
  console.error(
    `Parley needs Node.js ${wanted} or newer; this is ${process.versions.node}, and none could be installed from npm. ` +
      `Install Node.js ${OWN_MAJOR} (https://nodejs.org/en/download), then try again.`,
  );
  process.exitCode = 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) print();
