import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../..');
const flags = ['--bundle', '--platform=node', '--target=node22', '--format=esm', '--packages=external'];

/**
 * Bundles a fixture as the apps are bundled, runs it in a process of its own with the settings as its argument, and
 * answers what it prints. Tracing hooks `require` and loads parts by `import()`, which only a real process does.
 */
export const runBundle = async (fixture: string, settings: unknown): Promise<string> => {
  const file = resolve(__dirname, 'fixtures', fixture);
  const bundle = await promisify(execFile)(resolve(root, 'node_modules/.bin/esbuild'), [file, ...flags], {
    cwd: root,
  });
  // From its input, the module finds the packages of the working directory.
  const child = spawn(process.execPath, ['--input-type=module', '-', JSON.stringify(settings)], {
    cwd: root,
  });
  child.stdin.end(bundle.stdout);
  const [output, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<unknown[]>,
  ]);
  if (code !== 0) throw new Error(`${fixture} ended with ${String(code)}: ${problems}`);
  return output;
};
