// Prints, after everything else, the counts of the run and what could not be tested for want of a server.
const { readFileSync, existsSync } = require('node:fs');

/** Jest reporter whose last line is `N passed, N failed, N skipped`. */
class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const report = process.env.PARLEY_TEST_ENGINES_FILE;
    const missing = report && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).missing : [];
    for (const { engine, hint } of missing) {
      console.log(`Not tested: ${engine} (${hint}); the tests that need it were skipped.`);
    }
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = results;
    console.log(
      `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed, ${numPendingTests} skipped`,
    );
  }
}

module.exports = ClosingLineReporter;
