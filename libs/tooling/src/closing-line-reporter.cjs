// Names what failed, the slowest files and what could not be tested for want of a server, and counts the run, after everything else.
const { readFileSync, existsSync, writeFileSync } = require('node:fs');
const { relative } = require('node:path');

/** Test files that the closing lines name as the slowest. */
const SLOWEST = 10;

/** The slowest files of a run; none for a run of a few files. */
const listSlowest = (results, root) => {
  if (results.testResults.length <= SLOWEST) return [];
  const took = ({ perfStats }) => perfStats.end - perfStats.start;
  return [
    `The ${SLOWEST} slowest test files:`,
    ...[...results.testResults]
      .sort((one, other) => took(other) - took(one))
      .slice(0, SLOWEST)
      .map((file) => `${(took(file) / 1000).toFixed(1).padStart(7)} s  ${relative(root, file.testFilePath)}`),
  ];
};

/** Failed tests that the closing lines name. */
const FAILED = 40;

/** The failed tests, with their files; a file that could not run is named alone. */
const listFailed = ({ testResults }, root) => {
  const failed = testResults.flatMap(({ testFilePath, testExecError, testResults: tests = [] }) => {
    const file = relative(root, testFilePath);
    const names = tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${file}: ${fullName}`);
    return testExecError && names.length === 0 ? [`${file} could not run`] : names;
  });
  const left = failed.length - FAILED;
  return [
    ...failed.slice(0, FAILED).map((line) => `Failed: ${line}`),
    ...(left > 0 ? [`Failed: ${left} more`] : []),
  ];
};

/** Jest reporter with the last line `N passed, N failed, N skipped`. */
class ClosingLineReporter {
  constructor({ rootDir }) {
    this.root = rootDir;
  }

  onRunComplete(_contexts, results) {
    const report = process.env.PARLEY_TEST_ENGINES_FILE;
    const missing = report && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).missing : [];
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = results;
    const lines = [
      ...listSlowest(results, this.root),
      ...listFailed(results, this.root),
      ...missing.map(
        ({ engine, hint }) => `Not tested: ${engine} (${hint}); the tests that need it were skipped.`,
      ),
      `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed, ${numPendingTests} skipped`,
    ];
    // Jest prints a summary of its own after the reporters; who runs it may want these lines last.
    const file = process.env.PARLEY_TEST_CLOSING_FILE;
    if (file) writeFileSync(file, lines.join('\n'));
    else console.log(lines.join('\n'));
  }
}

module.exports = ClosingLineReporter;
