// Order of the test files: those of whole platforms first, as they take longest. Otherwise the last of them runs alone at
// the end, while the other worker has nothing to do.
const Sequencer = require('@jest/test-sequencer').default;

/** Jest sequencer: by the durations of the last run where there are any, as Jest does, else platforms and then by size. */
class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isKnown = sorted.some(({ duration }) => duration !== undefined);
    if (isKnown) return sorted;
    const startsPlatforms = ({ path }) => path.includes('/apps/standalone/');
    return [...sorted.filter(startsPlatforms), ...sorted.filter((test) => !startsPlatforms(test))];
  }
}

module.exports = LongestFirst;
