/**
 * `npm run release -- --dry-run`: everything that a release does but the upload, in a copy of the last commit.
 *
 * Versions and changelogs, packed packages, their settings, names, types and licences, a list of all parts (SBOM), sizes; then the packages
 * are uploaded to a registry on this machine and installed from it into empty projects, on each supported Node with npm, pnpm and
 * bun, made into a project by `npm create`, and used in Deno and in Cloudflare's workerd. The report, the tarballs and the SBOM stay in `.release`.
 *
 * `--quick` leaves out the runtimes and all installs but one. `--upload` uploads what passed to the registry of npm; only the release workflow uses it,
 * because a provenance can be made only there.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, upload: { type: 'boolean' }, quick: { type: 'boolean' } },
});
if (options['dry-run'] === options.upload) {
  console.error('Say --dry-run for a rehearsal; --upload is for the release workflow.');
  process.exit(2);
}
if (options.upload && process.env.GITHUB_ACTIONS !== 'true') {
  console.error(
    'A release is uploaded by the release workflow: only there npm can record where the packages were built.',
  );
  process.exit(2);
}

try {
  // The steps use tools that set-up installs.
  await setup();
  const { release } = await import('./release/steps.mjs');
  const isReady = await release(root, { isUpload: options.upload === true, isQuick: options.quick === true });
  process.exitCode = isReady ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
