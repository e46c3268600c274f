import { Parley } from '@parley/client';
import { followProject, type ProjectEvent } from '@parley/client/realtime';
import { eventually } from '@parley/testing';
import { buildSync } from 'esbuild';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import Pusher from 'pusher-js';
import { openMailFolder } from './support/mailbox';
import { type RunningPlatform, removeHome, startPlatform } from './support/platform';

const root = resolve(__dirname, '../../..');
const source = join(__dirname, 'client-package/conversation.ts');

let platform: RunningPlatform;
let folder: string;
beforeAll(async () => {
  platform = await startPlatform();
  folder = mkdtempSync(join(tmpdir(), 'parley-client-'));
  const npm = (...args: string[]): string =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const [{ filename }] = JSON.parse(npm('pack', join(root, 'packages/client'), '--json')) as [
    { filename: string },
  ];
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  npm('install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${filename}`);
});
afterAll(async () => {
  await platform.stop();
  removeHome(platform.home);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the README's conversation with the installed package; answers what it made. */
const converse = async (
  format: 'esm' | 'cjs',
): Promise<{ token: string; project: string; ticket: string }> => {
  const email = `client-${randomUUID()}@example.com`;
  const program = join(folder, `conversation.${format === 'esm' ? 'mjs' : 'cjs'}`);
  buildSync({ entryPoints: [source], outfile: program, format, platform: 'node', target: 'node20' });
  const codeFile = join(folder, email);
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PARLEY_URL: platform.origin, PARLEY_EMAIL: email, PARLEY_CODE_FILE: codeFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const ended = once(child, 'close');
  const { text: mail = '' } = await openMailFolder(join(platform.home, 'mail')).waitFor(email);
  writeFileSync(codeFile, /\b\d{6}\b/.exec(mail)?.[0] ?? '');
  expect({ status: (await ended)[0], errors: await errors }).toEqual({ status: 0, errors: '' });
  return JSON.parse(await output) as { token: string; project: string; ticket: string };
};

describe('the package, installed from its tarball', () => {
  it.each(['esm', 'cjs'] as const)('holds the conversation of the README as %s', async (format) => {
    expect((await converse(format)).ticket).toMatch(/^[0-9a-f]{24}$/);
  });

  it.each(['node16', 'bundler'])(
    'has types for strict programs that resolve packages as %s',
    (resolution) => {
      copyFileSync(source, join(folder, 'conversation.ts'));
      copyFileSync(source, join(folder, 'conversation.cts'));
      const uses = `import type { Parley } from '@parley/client/widget';
      import { followProject } from '@parley/client/realtime';
      export const show = (widget: Parley): void => widget('open', 'home');
      export { followProject };`;
      writeFileSync(join(folder, 'others.ts'), uses);
      const config = {
        compilerOptions: {
          ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
          ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'] },
          module: resolution === 'bundler' ? 'esnext' : 'node16',
          moduleResolution: resolution,
          typeRoots: [join(root, 'node_modules/@types')],
        },
        files: ['conversation.ts', 'others.ts', ...(resolution === 'bundler' ? [] : ['conversation.cts'])],
      };
      const file = join(folder, `tsconfig.${resolution}.json`);
      writeFileSync(file, JSON.stringify(config));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [tsc, '-p', file], { stdio: 'inherit' });
    },
  );

  it('has under 15 KB without live events, compressed, no dependencies, and no any', () => {
    const installed = join(folder, 'node_modules/@parley/client');
    const whole = buildSync({
      stdin: {
        contents: "import { Parley, verifyWebhook } from '@parley/client'; self.p = [Parley, verifyWebhook];",
        resolveDir: folder,
      },
      ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser' },
    });
    expect(gzipSync(whole.outputFiles[0]?.contents ?? '').length).toBeLessThan(15_000);
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).dependencies).toBeUndefined();
    for (const file of ['types', 'groups'])
      expect(readFileSync(join(installed, `dist/esm/generated/${file}.d.ts`), 'utf8')).not.toMatch(/: any\b/);
  });
});

it('follows a project, and goes on from the last event after a pause', async () => {
  const { token, project, ticket } = await converse('esm');
  const parley = new Parley({ url: platform.origin, token, project });
  const { apiToken: key = '' } = await parley.projects.get(project);
  const heard: ProjectEvent[] = [];
  const states: string[] = [];
  const follow = (after?: number) =>
    followProject(parley, {
      ...{
        Pusher,
        key,
        project,
        onEvent: (event) => heard.push(event),
        onState: (state) => states.push(state),
      },
      ...(after !== undefined && { after }),
    });
  const first = await follow();
  expect(first.seq).toBeGreaterThan(0);
  expect(states).toContain('connected');
  await parley.messages.create({ ticket, comment: 'One' });
  await eventually(() => expect(heard.map(({ name }) => name)).toContain('message.created'));
  first.close();
  const last = first.seq ?? 0;
  heard.length = 0;
  const { id } = await parley.messages.create({ ticket, comment: 'Two' });
  const second = await follow(last);
  await eventually(() => {
    const created = heard.find(({ name }) => name === 'message.created');
    expect(created?.data['message']).toMatchObject({ id });
  });
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => last + 1 + index));
  second.close();
});

it('follows once a channel is there that failed at first, and rejects where it is refused', async () => {
  const { token, project } = await converse('esm');
  const isAuth = (request: RequestInfo | URL): boolean => String(request).includes('channel-auth');
  let failures = 0;
  const parley = new Parley({
    ...{ url: platform.origin, token, project },
    fetch: (request, init) =>
      isAuth(request) && failures++ === 0
        ? Promise.resolve(Response.json({}, { status: 500 }))
        : fetch(request, init),
  });
  const { apiToken: key = '' } = await parley.projects.get(project);
  const options = { Pusher, key, onEvent: () => undefined };
  const following = await followProject(parley, { ...options, project });
  expect(failures).toBe(2);
  following.close();
  const other = { ...options, project: randomUUID() };
  await expect(followProject(parley, other)).rejects.toMatchObject({ name: 'ParleyError' });
});
