import { extractComments, isDocumentation, isSource } from './comments';

describe('comments of source files', () => {
  test('lines that follow one another are one, blocks lose their marks', () => {
    const code = `
// Refunds are checked
// each night.
const a = 1; // One.
/**
 * Adds up what is owed.
 * @param order the order
 */
function f() {}
`;
    expect(extractComments('a.ts', code)).toEqual([
      'Refunds are checked\neach night.',
      'One.',
      'Adds up what is owed.',
    ]);
  });

  test('what stands in quotes is none', () => {
    expect(
      extractComments('a.js', 'const a = "// no"; const b = \'/* no */\'; const c = `// no`; // yes'),
    ).toEqual(['yes']);
  });

  test('of Python, SQL and HTML', () => {
    expect(extractComments('a.py', '"""What it does."""\nx = "# no"  # yes\n')).toEqual([
      'What it does.',
      'yes',
    ]);
    expect(extractComments('a.sql', "SELECT '-- no'; -- yes\n")).toEqual(['yes']);
    expect(extractComments('a.html', '<p>no</p><!-- yes -->')).toEqual(['yes']);
  });

  test('a comment that never ends, and a megabyte of openings, are quick', () => {
    expect(extractComments('a.ts', '/* open')).toEqual([]);
    expect(extractComments('a.ts', '/*'.repeat(500_000))).toEqual([]);
    expect(extractComments('a.ts', '"\\'.repeat(500_000))).toEqual([]);
  });

  test('documentation and sources are told by their names', () => {
    expect([isDocumentation('a/README.md'), isDocumentation('a.ts')]).toEqual([true, false]);
    expect([isSource('a.ts'), isSource('a.png'), isSource('Makefile')]).toEqual([true, false, false]);
  });
});
