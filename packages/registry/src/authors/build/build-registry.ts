/** Builds a registry from a folder of manifests. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { readAndCheck } from '../check/check-folder.ts';
import { addressProblem } from '../folder/addresses.ts';
import type { BuildOptions, BuildReport } from './build-options.ts';
import { registryFiles } from './registry-files.ts';
import { namesIn, replaceFolder } from './replace-folder.ts';

const latest = 'latest';
/** A registry that is published cannot name files of its author. */
const publishedLevels = { 'archive-published': 'error' } as const;

/**
 * Writes `registry.json`, the icons, the JSON Schema files and the page of `folder` to `out`.
 *
 * A folder that does not pass the check is not built, and `built` is false. Rejects with a sentence if an option is
 * wrong, or if `out` has files that no build wrote.
 */
export async function buildRegistry(folder: string, options: BuildOptions): Promise<BuildReport> {
  const { version } = options;
  const base = baseOf(options.baseUrl);
  const title = titleOf(options.site ?? false);
  if (version !== undefined && (!/^[A-Za-z0-9][\w.-]*$/u.test(version) || version === latest)) {
    throw new TypeError(`"${version}" cannot be the name of a version; use letters, digits, dots and hyphens.`);
  }
  const { report: check, entries } = await readAndCheck(
    folder,
    options.rules === undefined ? {} : { rules: options.rules },
    publishedLevels,
  );
  if (!check.passed) return { built: false, check, files: [] };
  const out = resolve(options.out);
  const places = version === undefined ? [''] : [version, latest];
  const outputs = places.map((place) => ({
    place,
    files: registryFiles(entries, { base: place === '' || base === undefined ? base : `${base}/${place}`, title }),
  }));
  if (version !== undefined) await requireVersionFree(join(out, version), outputs[0]?.files ?? new Map());
  for (const { place, files } of outputs) await replaceFolder(join(out, place), files);
  const registry = outputs.at(-1)?.files.get('registry.json') ?? '';
  return {
    built: true,
    check,
    files: outputs.flatMap(({ place, files }) => [...files.keys()].map((name) => join(place, name))).toSorted(),
    sha256: createHash('sha256').update(registry).digest('hex'),
  };
}

/** A published version never changes. */
async function requireVersionFree(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const names = await namesIn(folder);
  if (names === undefined) return;
  let isSame = names.length === files.size;
  for (const name of names) {
    if (isSame) isSame = files.get(name) === (await readFile(join(folder, name), 'utf8').catch(() => undefined));
  }
  if (!isSame) throw new Error(`${folder} exists with other content; choose another version.`);
}

function baseOf(baseUrl: string | undefined): string | undefined {
  const problem = baseUrl === undefined ? undefined : addressProblem(baseUrl);
  if (problem !== undefined) throw new TypeError(`The address of the registry ${problem}.`);
  return baseUrl?.replace(/\/+$/u, '');
}

function titleOf(site: NonNullable<BuildOptions['site']>): string | undefined {
  if (site === false) return undefined;
  return (site === true ? undefined : site.title) ?? 'Agents';
}
