/**
 * Ends a run with the counts that CI reads: `N passed, N failed, N skipped`.
 *
 * A file that cannot be loaded, an error outside any test and a test that never finished count as failures. Under
 * `npm test` the counts go to `scripts/test.mjs`, which adds the checks and prints the line.
 */
import type { Reporter } from 'vitest/node';

export const closingLine: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string): number => states.filter((each) => each === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length;
    const counts = {
      passed: count('passed'),
      failed: count('failed') + count('pending') + broken,
      skipped: count('skipped'),
    };
    if (process.send !== undefined) process.send(counts);
    else process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  },
};
