import { type ArchiveBounds, ArchiveError } from '@parley/archives';
import { readArchive, type RepositoryFile } from '../src/code/read-archive';
import { type Member, toSource, packTarGz, packTar, packZip } from './support/archives';

const read = async (bytes: Buffer, bounds?: ArchiveBounds): Promise<RepositoryFile[]> => {
  const files: RepositoryFile[] = [];
  for await (const file of readArchive(toSource(bytes), bounds)) files.push(file);
  return files;
};

const readErrorCode = async (reading: Promise<unknown>): Promise<string> => {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ArchiveError ? error.code : `not refused: ${String(error)}`;
};

const members: Member[] = [
  { name: 'app/README.md', content: '# App\n\nWhat it does.' },
  { name: 'app/src/main.ts', content: `// Entry\n${'x = 1;\n'.repeat(10_000)}` },
];

describe.each([
  ['.zip', (all: Member[]) => Promise.resolve(packZip(all))],
  ['.tar', packTar],
  ['.tar.gz', packTarGz],
] as const)('%s', (_kind, packed) => {
  test('files are read in their order, told by content', async () => {
    const files = await read(await packed(members));
    expect(files.map(({ path, text }) => [path, text?.slice(0, 8)])).toEqual([
      ['app/README.md', '# App\n\nW'],
      ['app/src/main.ts', '// Entry'],
    ]);
  });

  test('absolute and .. paths are skipped, the others are read', async () => {
    const files = await read(
      await packed([
        { name: '/etc/cron.d/x', content: 'text of a file' },
        { name: '../../outside.md', content: 'text of a file' },
        { name: 'a/../../b.md', content: 'text of a file' },
        ...members,
      ]),
    );
    expect(files.map(({ text }) => text !== undefined)).toEqual([false, false, false, true, true]);
  });

  test('links and devices are skipped', async () => {
    const files = await read(
      await packed([
        { name: 'link.md', content: '/etc/passwd', type: 'symlink', linkname: '/etc/passwd' },
        { name: 'disk', type: 'block-device' },
        ...members,
      ]),
    );
    expect(files.slice(0, 2).map(({ text }) => text)).toEqual([undefined, undefined]);
  });

  test('binaries, files over 1 MB, foreign folders and lock files are skipped', async () => {
    const files = await read(
      await packed([
        { name: 'logo.png', content: Buffer.from([0x89, 0x50, 0, 0]) },
        { name: 'data.txt', content: 'line\n'.repeat(250_000) },
        { name: 'node_modules/a/index.js', content: 'var a;' },
        { name: 'yarn.lock', content: 'lock' },
        ...members,
      ]),
    );
    expect(files.map(({ text }) => text !== undefined)).toEqual([false, false, false, false, true, true]);
  });

  test('more than the bytes or entries allowed is archive_too_large', async () => {
    const bytes = await packed(members);
    expect(await readErrorCode(read(bytes, { maxBytes: 10_000, maxEntries: 10 }))).toBe('archive_too_large');
    expect(await readErrorCode(read(bytes, { maxBytes: 1_000_000, maxEntries: 1 }))).toBe(
      'archive_too_large',
    );
  });

  test('nothing that can be read is archive_empty', async () => {
    expect(await readErrorCode(read(await packed([{ name: 'x.lock', content: Buffer.from([0]) }])))).toBe(
      'archive_empty',
    );
    expect(await readErrorCode(read(await packed([])))).toBe('archive_empty');
  });

  test('half an archive is archive_invalid', async () => {
    const bytes = await packed([...members, { name: 'more.md', content: 'x '.repeat(20_000) }]);
    expect(await readErrorCode(read(bytes.subarray(0, bytes.length >> 1)))).toBe('archive_invalid');
  });
});

test('a store that fails is told as that, not as a broken archive', async () => {
  const away = { size: 10_000, open: () => Promise.reject(new Error('The store is away')) };
  const reading = readArchive(away).next();
  await expect(reading).rejects.toThrow('The store is away');
});

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a text', Buffer.from('This is no archive. '.repeat(100))],
  ['gzip of a text', Buffer.from('1f8b0800000000000003', 'hex')],
  ['PK and nothing more', Buffer.from('PK\x03\x04', 'latin1')],
])('%s is archive_invalid', async (_what, bytes) => {
  expect(await readErrorCode(read(bytes))).toBe('archive_invalid');
});

test('a zip whose file is larger than it claims is archive_invalid: no bomb unpacks', async () => {
  const bomb = packZip([{ name: 'bomb.txt', content: 'a'.repeat(50_000_000), claimedSize: 100 }]);
  expect(bomb.length).toBeLessThan(100_000);
  expect(await readErrorCode(read(bomb))).toBe('archive_invalid');
});

test('a tar.gz that unpacks beyond 200 MB is archive_too_large', async () => {
  const bomb = await packTarGz(
    Array.from({ length: 3 }, (_, index) => ({
      name: `${index}.txt`,
      content: Buffer.alloc(70 * 1_048_576, 'a'),
    })),
  );
  expect(await readErrorCode(read(bomb))).toBe('archive_too_large');
});

test('20,001 entries are archive_too_large, 20,000 are not', async () => {
  const readme = { name: 'README.md', content: 'text' };
  const many = Array.from({ length: 20_000 }, (_, index) => ({ name: `dist/${index}` }));
  expect(await readErrorCode(read(packZip([readme, ...many.slice(1)])))).toMatch('not refused');
  expect(await readErrorCode(read(packZip([readme, ...many])))).toBe('archive_too_large');
});
