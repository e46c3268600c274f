import { isSkippedPath, readText } from './repository-file';

describe('paths of entries', () => {
  test.each([
    '.git/config',
    'app/node_modules/x/index.js',
    'vendor/a.go',
    'dist/main.js',
    'web/build/a.js',
    'package-lock.json',
    'yarn.lock',
    'sub/Cargo.lock',
    'go.sum',
    'jquery.min.js',
    'site.min.css',
    'main.js.map',
  ])('%s is passed over', (path) => {
    expect(isSkippedPath(path)).toBe(true);
  });

  test.each(['src/a.ts', 'builder/a.ts', 'docs/dist.md', 'README.md', 'locks/lock.ts'])(
    '%s is read',
    (path) => {
      expect(isSkippedPath(path)).toBe(false);
    },
  );
});

describe('text of files', () => {
  test('text is read, binaries are not', () => {
    expect(readText(Buffer.from('// Grüße\n'))).toBe('// Grüße\n');
    expect(readText(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]))).toBeUndefined();
    expect(readText(Buffer.from([0xc3, 0x28, 0x61]))).toBeUndefined();
  });

  test('minified code is not read, one long line in a text is', () => {
    expect(readText(Buffer.from(`var a=${'b+'.repeat(2_000)}1;`))).toBeUndefined();
    expect(readText(Buffer.from(`${'A line of prose.\n'.repeat(1_000)}${'x'.repeat(3_000)}`))).toBeDefined();
  });
});
