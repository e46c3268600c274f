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

/** The closing lines of a run with files that took these seconds. */
const readClosing = (seconds, missing = []) => {
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

  it('begin with the 10 slowest of more than 10 files', () => {
    const lines = readClosing([3, 1, 200, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(lines[0]).toBe('The 10 slowest test files:');
    expect(lines.slice(1, 3)).toEqual(['  200.0 s  libs/a/test-2.ts', '   12.0 s  libs/a/test-11.ts']);
    expect(lines).toHaveLength(12);
  });
});
