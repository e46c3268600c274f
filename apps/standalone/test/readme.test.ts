import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';

const root = resolve(__dirname, '../../..');

/** The blocks of documents that are to be pasted into a shell: those that call the API. */
const readBlocks = (files: string): string[] => files.split(', ').flatMap(blocksOfFile);

const blocksOfFile = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, block = '']) => block)
    .filter((block) => /\bAPI\b/.test(block));

/** Pastes blocks one after the other into a shell in `folder`; answers what each printed. */
const paste = async (blocks: readonly string[], folder: string): Promise<string[]> => {
  const shell = spawn('bash', ['--norc'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    signal: AbortSignal.timeout(100_000),
  });
  shell.stdin.end(blocks.map((block) => `${block}\necho '--- end of block'\n`).join(''));
  return (await text(shell.stdout)).split('--- end of block\n').slice(0, -1);
};

const hasJq = spawnSync('jq', ['--version']).status === 0;

(hasJq ? describe : describe.skip)('what is to be pasted from the documents', () => {
  let folder: string;
  let platform: RunningPlatform;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-readme-'));
    platform = await startPlatform({ PARLEY_DEMO: '1', PARLEY_HOME: join(folder, '.parley') });
  });
  afterAll(async () => {
    await platform.stop();
    removeHome(folder);
  });

  it.each([
    ['README.md, docs/tour.md', 5],
    ['apps/knowledge/README.md', 1],
  ])('works whole, without a wait between: %s', async (files, count) => {
    const blocks = readBlocks(files).map((block) =>
      block
        .replaceAll('http://127.0.0.1:3000', platform.origin)
        .replaceAll('127.0.0.1:2525', `127.0.0.1:${platform.env['MAIL_PORT']}`),
    );
    expect(blocks).toHaveLength(count);
    for (const printed of await paste(blocks, folder)) {
      expect(printed).not.toBe('');
      expect(printed).not.toMatch(/^null$|"code":|error/m);
    }
  });
});
