import { safePath } from './safe-path';

describe('paths of entries', () => {
  test.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['src\\a.ts', 'src/a.ts'],
    ['a..b/c', 'a..b/c'],
    ['/etc/passwd', undefined],
    ['../a', undefined],
    ['src/../../a', undefined],
    ['..\\a', undefined],
    ['C:\\a', undefined],
    ['a\0b', undefined],
    ['', undefined],
  ])('%j is %j', (name, expected) => {
    expect(safePath(name)).toBe(expected);
  });
});
