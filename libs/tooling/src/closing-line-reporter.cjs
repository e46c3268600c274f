// Counts the run and names what could not be tested for want of a server, after everything else.
const { readFileSync, existsSync, writeFileSync } = require('node:fs');

/** Jest reporter whose last line is `N passed, N failed, N skipped`. */
class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const report = process.env.PARLEY_TEST_ENGINES_FILE;
    const missing = report && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).missing : [];
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = results;
    const lines = [
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
