/**
 * `npm test`: set-up, every `check:*` script of package.json, then the tests.
 *
 * The last line is always `N passed, N failed, N skipped`, also when set-up fails or the test runner cannot start; a
 * failed check counts as a failed test.
 */
import { setup } from './setup.mjs';

setup()
  .then(() => import('./test/run.mjs'))
  .then(({ runChecksAndTests }) => runChecksAndTests(process.argv.slice(2)))
  .then(close, (error) => {
    process.stderr.write(`${error.message}\n`);
    close({ passed: 0, failed: 1, skipped: 0 });
  });

function close({ passed, failed, skipped }) {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}
