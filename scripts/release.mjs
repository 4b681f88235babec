/**
 * `npm run release -- --dry-run`: everything that a release does but the upload, in a copy of the last commit.
 *
 * Versions and changelogs, packed packages, their settings, types and licences, a list of all parts (SBOM), sizes; then the packages
 * are uploaded to a registry on this machine and installed from it into empty projects, on each supported Node with npm, pnpm and
 * bun, and used in Deno and in Cloudflare's workerd. The report, the tarballs and the SBOM stay in `.release`.
 *
 * `--quick` leaves out the runtimes and all installs but one. `--upload` uploads what passed to the registry of npm; only the release workflow uses it,
 * because a provenance can be made only there.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { settingsProblems } from './release/check-settings.mjs';
import { typeProblems } from './release/check-types.mjs';
import { licenseTable } from './release/licenses.mjs';
import { startPackageRegistry } from './release/package-registry.mjs';
import { applyVersions, newestChanges, prepareCopy, publishedOf } from './release/prepare-copy.mjs';
import { reportPage } from './release/report.mjs';
import { run } from './release/run.mjs';
import { sizeOf } from './release/sizes.mjs';
import { tryInstalls } from './release/try-everywhere.mjs';
import { upload } from './release/upload.mjs';

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

const work = mkdtempSync(join(tmpdir(), 'acp-release-'));
const output = join(root, '.release');
const results = [];
let problems = 0;

/** Does one step, says how it went, and goes on: a report of all problems is more useful than the first one. */
async function step(title, action) {
  const started = performance.now();
  process.stderr.write(`… ${title}\n`);
  let outcome;
  try {
    outcome = { ok: true, notes: (await action()) ?? [] };
  } catch (error) {
    outcome = { ok: false, notes: error.message.split('\n') };
  }
  if (!outcome.ok) problems += 1;
  results.push({ title, ...outcome });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(`${outcome.ok ? 'ok' : 'FAILED'} ${title} (${seconds} s)\n`);
  for (const note of outcome.notes) process.stderr.write(`   ${note}\n`);
  return outcome.ok;
}

const refuse = (sentences) => {
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
};

try {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  if (await release()) writeReport();
  process.exitCode = problems === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function release() {
  const copy = join(work, 'copy');
  const tarballs = join(output, 'tarballs');
  let pnpm;
  let packages;
  const isPrepared = await step('a copy of the last commit, with its dependencies', async () => {
    pnpm = await prepareCopy(root, copy);
  });
  if (!isPrepared) return false;
  await step('versions and changelogs', async () => {
    const plan = await applyVersions(pnpm);
    packages = publishedOf(copy);
    refuse(
      packages
        .filter(({ home }) => newestChanges(home) === undefined)
        .map(({ manifest }) => `${manifest.name} has no changelog: run npm run pnpm change.`),
    );
    return plan;
  });
  packages ??= publishedOf(copy);
  await step('settings: public, with provenance, licence, repository, README', () =>
    refuse(settingsProblems(packages)),
  );
  const isPacked = await step('packed packages', async () => {
    const filters = packages.map(({ folder }) => `--filter=./${folder}`);
    await pnpm('--recursive', ...filters, 'pack', '--pack-destination', tarballs);
    return [`${readdirSync(tarballs).length} tarballs in .release/tarballs`];
  });
  if (!isPacked) return false;
  const tarballOf = ({ manifest }) =>
    join(tarballs, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`);
  await step('types, as attw and publint see them', async () => {
    await run([process.execPath, 'scripts/check-packages.mjs'], { cwd: copy });
    const libraries = packages.filter(({ manifest }) => manifest.exports !== undefined);
    const found = [];
    for (const each of libraries) {
      for (const problem of await typeProblems(tarballOf(each))) found.push(`${each.manifest.name}: ${problem}`);
    }
    refuse(found);
    return [`${libraries.length} packages, ESM in Node and in bundlers`];
  });
  await step('licences of all dependencies', async () => {
    const { rows, refused } = licenseTable(
      JSON.parse(await pnpm('--recursive', 'licenses', 'list', '--prod', '--json')),
    );
    refuse(refused);
    return rows.map(({ license, count }) => `${license}: ${count}`);
  });
  await step('list of all parts (SBOM)', async () => {
    const file = join(output, 'acp-stack.cdx.json');
    await pnpm('sbom', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--prod', '--out', file);
    return ['.release/acp-stack.cdx.json, CycloneDX 1.6'];
  });
  const registry = await startPackageRegistry();
  try {
    await step('upload to a registry on this machine', async () => {
      for (const each of packages)
        await upload(tarballOf(each), { registry: registry.origin, settings: registry.settings(), work });
      return [`${registry.names().length} packages`];
    });
    await tryInstalls({ step, work, root, packages, registry, isQuick: options.quick === true });
  } finally {
    await registry.close();
  }
  await step('sizes', async () => {
    const sizes = [];
    for (const each of packages) {
      const folder = join(work, 'sizes', each.manifest.name);
      mkdirSync(folder, { recursive: true });
      await run(['tar', '-xzf', tarballOf(each), '-C', folder]);
      sizes.push(sizeOf(each, tarballOf(each), join(folder, 'package')));
    }
    writeFileSync(join(output, 'sizes.json'), `${JSON.stringify(sizes, undefined, 2)}\n`);
    return ['.release/sizes.json'];
  });
  if (options.upload && problems === 0) {
    for (const each of packages)
      await step(`upload ${each.manifest.name}`, () => upload(tarballOf(each), { provenance: true }));
  }
  return true;
}

function writeReport() {
  writeFileSync(join(output, 'report.md'), reportPage(results, output));
  console.log(`${problems === 0 ? 'Ready to be released' : `${problems} steps failed`}: .release/report.md`);
}
