// The generators, linters and compilers of other people, in the versions that the files beside the programs pin. They are
// installed once into a folder of the cache, apart from the packages of the product.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../paths.mjs';
import { runOrSkip } from './run.mjs';

/** Folder of the files that are committed for a language. */
export const sources = (language) => at('libs/tooling/src/clients', language);

const cache = at('node_modules/.cache/parley-clients');

/** Installs the pinned versions of a file unless that very file was installed before; answers the folder. */
const installed = async (language, pins, install) => {
  const folder = join(cache, language);
  const stamp = join(folder, '.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(sources(language), pins)))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(sources(language), pins), join(folder, pins));
  await install(folder);
  writeFileSync(stamp, wanted);
  return folder;
};

const NO_REGISTRY = 'the registry did not give its tools';

/** The folder of a language with the packages of its `package.json` in `node_modules`. */
export const npmTools = (language) =>
  installed(language, 'package.json', (folder) =>
    runOrSkip(
      NO_REGISTRY,
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'],
      {
        cwd: folder,
      },
    ),
  );

/** The folder of programs of a Python environment with the generator and schemathesis. */
export const pythonTools = async () => {
  await runOrSkip('Python 3.10 or newer is not here', 'python3', [
    '-c',
    'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))',
  ]);
  const folder = await installed('python', 'requirements.txt', async (to) => {
    await runOrSkip('Python makes no environment', 'python3', ['-m', 'venv', join(to, 'environment')]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'];
    await runOrSkip(NO_REGISTRY, join(to, 'environment/bin/python'), pip, { cwd: to });
  });
  return join(folder, 'environment/bin');
};

/** The path of oapi-codegen. */
export const goTools = async () => {
  await runOrSkip('Go is not here', 'go', ['version']);
  const folder = await installed('go', 'generator.version', async (to) => {
    const version = readFileSync(join(sources('go'), 'generator.version'), 'utf8').trim();
    const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${version}`;
    await runOrSkip(NO_REGISTRY, 'go', ['install', tool], { cwd: to, env: { GOBIN: to } });
  });
  return join(folder, 'oapi-codegen');
};
