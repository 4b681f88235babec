/** Uploads one tarball with npm: the same call for a rehearsal and for the release. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from './run.mjs';

export async function upload(tarball, { registry, settings, work, provenance = false }) {
  const words = ['publish', tarball, '--access', 'public', `--provenance=${provenance}`];
  if (registry === undefined) return void (await run(['npm', ...words]));
  const userconfig = join(work, 'upload.npmrc');
  writeFileSync(userconfig, settings);
  // A manifest asks for provenance, which only the workflow can give.
  await run(['npm', ...words, '--registry', registry], { env: { npm_config_userconfig: userconfig } });
}
