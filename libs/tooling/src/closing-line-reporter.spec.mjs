import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ClosingLineReporter from './closing-line-reporter.cjs';

const folder = mkdtempSync(join(tmpdir(), 'parley-closing-'));
const before = { ...process.env };
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true });
});

/** The closing lines of a run with files that took these seconds, the first of them with these outcomes. */
const readClosing = (seconds, missing = [], first = {}) => {
  process.env.PARLEY_TEST_CLOSING_FILE = join(folder, 'closing');
  process.env.PARLEY_TEST_ENGINES_FILE = join(folder, 'engines.json');
  writeFileSync(process.env.PARLEY_TEST_ENGINES_FILE, JSON.stringify({ missing }));
  new ClosingLineReporter({ rootDir: '/repo' }).onRunComplete(undefined, {
    numPassedTests: 12,
    numFailedTests: 2,
    numRuntimeErrorTestSuites: 1,
    numPendingTests: 4,
    testResults: seconds.map((took, index) => ({
      testFilePath: `/repo/libs/a/test-${index}.ts`,
      perfStats: { start: 0, end: took * 1000 },
      ...(index === 0 && first),
    })),
  });
  return readFileSync(process.env.PARLEY_TEST_CLOSING_FILE, 'utf8').split('\n');
};

describe('the closing lines of a test run', () => {
  it('end with the counts alone on a line; a file that could not run counts as failed', () => {
    expect(readClosing([1])).toEqual(['12 passed, 3 failed, 4 skipped']);
  });

  it('name each server that could not be had, and how to get it', () => {
    expect(readClosing([1], [{ engine: 'Redis', hint: 'install redis-server' }])).toEqual([
      'Not tested: Redis (install redis-server); the tests that need it were skipped.',
      '12 passed, 3 failed, 4 skipped',
    ]);
  });

  it('name what failed, at most 40, and files that could not run', () => {
    const test = (fullName, status) => ({ fullName, status });
    const testResults = [test('adds', 'passed'), test('removes', 'failed'), test('waits', 'pending')];
    expect(readClosing([1], [], { testResults })).toEqual([
      'Failed: libs/a/test-0.ts: removes',
      '12 passed, 3 failed, 4 skipped',
    ]);
    expect(readClosing([1], [], { testExecError: new Error('no such module') })[0]).toBe(
      'Failed: libs/a/test-0.ts could not run',
    );
    const many = Array.from({ length: 43 }, (_, index) => test(`fails ${index}`, 'failed'));
    const lines = readClosing([1], [], { testResults: many });
    expect(lines).toHaveLength(42);
    expect(lines.slice(39, 41)).toEqual(['Failed: libs/a/test-0.ts: fails 39', 'Failed: 3 more']);
  });

  it('begin with the 10 slowest of more than 10 files', () => {
    const lines = readClosing([3, 1, 200, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(lines[0]).toBe('The 10 slowest test files:');
    expect(lines.slice(1, 3)).toEqual(['  200.0 s  libs/a/test-2.ts', '   12.0 s  libs/a/test-11.ts']);
    expect(lines).toHaveLength(12);
  });
});
