/** The steps of a release, in a copy of the last commit. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { takenNames } from './check-names.mjs';
import { settingsProblems } from './check-settings.mjs';
import { typeProblems } from './check-types.mjs';
import { licenseTable } from './licenses.mjs';
import { startPackageRegistry } from './package-registry.mjs';
import { applyVersions, newestChanges, prepareCopy, publishedOf } from './prepare-copy.mjs';
import { reportPage } from './report.mjs';
import { run } from './run.mjs';
import { sizeOf } from './sizes.mjs';
import { tryInstalls } from './try-everywhere.mjs';
import { upload } from './upload.mjs';

/** Runs all steps and writes the report into `.release`; resolves with whether all of them passed. */
export async function release(root, { isUpload, isQuick }) {
  const work = mkdtempSync(join(tmpdir(), 'acp-release-'));
  const output = join(root, '.release');
  const { step, results } = stepper();
  try {
    rmSync(output, { recursive: true, force: true });
    mkdirSync(output, { recursive: true });
    if (await takeSteps({ root, work, output, step, results, isUpload, isQuick })) writeReport(results, output);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return !hasFailed(results);
}

const hasFailed = (results) => results.some(({ ok }) => !ok);

/** What runs a step: it says how it went, and goes on, because a report of all problems is more useful than the first one. */
function stepper() {
  const results = [];
  const step = async (title, action) => {
    const started = performance.now();
    process.stderr.write(`… ${title}\n`);
    let outcome;
    try {
      outcome = { ok: true, notes: (await action()) ?? [] };
    } catch (error) {
      outcome = { ok: false, notes: error.message.split('\n') };
    }
    results.push({ title, ...outcome });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stderr.write(`${outcome.ok ? 'ok' : 'FAILED'} ${title} (${seconds} s)\n`);
    for (const note of outcome.notes) process.stderr.write(`   ${note}\n`);
    return outcome.ok;
  };
  return { step, results };
}

const refuse = (sentences) => {
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
};

/** Resolves with false if there is nothing to report on. */
async function takeSteps({ root, work, output, step, results, isUpload, isQuick }) {
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
    const versions = [...new Set(packages.map(({ manifest }) => manifest.version))];
    if (versions.length > 1)
      throw new Error(
        `The packages have the versions ${versions.join(' and ')}: name all of them in pnpm-workspace.yaml.`,
      );
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
  await step('names on npm: free, or packages of this repository', async () => {
    refuse(await takenNames(packages.map(({ manifest }) => manifest)));
  });
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
    await tryInstalls({ step, work, root, packages, registry, isQuick });
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
  if (isUpload && !hasFailed(results)) {
    for (const each of packages)
      await step(`upload ${each.manifest.name}`, () => upload(tarballOf(each), { provenance: true }));
  }
  return true;
}

function writeReport(results, output) {
  writeFileSync(join(output, 'report.md'), reportPage(results, output));
  const failed = results.filter(({ ok }) => !ok).length;
  console.log(`${failed === 0 ? 'Ready to be released' : `${failed} steps failed`}: .release/report.md`);
}
