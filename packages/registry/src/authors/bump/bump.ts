/** Finds newer versions of agents and changes their manifests. */
import { createHash, randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describeError } from '@acp-stack/rpc';
import { validators, type AgentManifest } from '@acp-stack/schema/v1';
import { renameOver } from '@acp-stack/workspace/user-folders';

import { similarNames } from '../../catalog/similar-names.ts';
import { RegistryError } from '../../contract/registry-error.ts';
import type { AddressResponse } from '../../fetch/open-address.ts';
import { printable } from '../../manifest/printable.ts';
import { stringField } from '../folder/fields.ts';
import { readFolder, type Entry } from '../folder/read-folder.ts';
import { githubRepository, PackageIndexes } from '../online/package-indexes.ts';
import { AddressError, download } from '../online/request.ts';
import { Problems } from '../report/problems.ts';
import type { BumpOptions, BumpReport, ManifestChange, VersionUpdate } from './bump-report.ts';
import { editJson } from './edit-json.ts';
import { newestInAll, versionSources, type VersionSource } from './newest-version.ts';
import { versionChanges, type ChangedArchive } from './version-changes.ts';

/** The largest archive whose checksum is computed, in bytes. */
const maxArchiveBytes = 2 * 1024 ** 3;
/** How long a download may take, in milliseconds. */
const downloadTimeout = 30 * 60_000;

/**
 * Finds newer versions of the agents of `folder` in npm, PyPI and GitHub releases.
 *
 * Says what would change, and with `apply` changes it: only the values that differ, so that the files keep their order,
 * format and unknown fields. What fails is one sentence for each agent, and does not stop the others.
 */
export async function bump(folder: string, options: BumpOptions = {}): Promise<BumpReport> {
  const problems = new Problems();
  const { entries } = await readFolder(folder, problems);
  requireKnownIds(options.ids ?? [], entries);
  const failures = problems.sorted().map(({ file, message }) => ({ file, message }));
  const updates: VersionUpdate[] = [];
  const current: string[] = [];
  const indexes = new PackageIndexes(options);
  for (const entry of entries) {
    const { value, file, name } = entry;
    options.signal?.throwIfAborted();
    if (!validators.AgentManifest.is(value)) {
      failures.push({ file, message: 'The manifest has errors; check it first.' });
      continue;
    }
    if (options.ids !== undefined && !options.ids.includes(value.id)) continue;
    try {
      const update = await findUpdate(entry, value, versionSources(value, indexes), options);
      if (update === undefined) current.push(value.id);
      else updates.push(options.apply === true ? await apply(entry, update) : update);
    } catch (error) {
      options.signal?.throwIfAborted();
      failures.push({ file, message: `${name}: ${describeError(error)}` });
    }
  }
  return { updates, current, failures };
}

/** An id that no manifest has is a mistake of the caller, and not an agent without a newer version. */
function requireKnownIds(ids: readonly string[], entries: readonly Entry[]): void {
  const known = entries.map(({ value, name }) => stringField(value, 'id') ?? name);
  for (const id of ids) {
    if (known.includes(id)) continue;
    const suggestions = similarNames(id, known);
    const advice =
      suggestions.length === 0
        ? `; it has ${known.join(', ') || 'none'}`
        : `; did you mean ${suggestions.join(' or ')}?`;
    throw new RegistryError('unknown', `No agent of the folder has the id "${printable(id)}"${advice}`, {
      suggestions,
    });
  }
}

async function findUpdate(
  { file }: Entry,
  manifest: AgentManifest,
  sources: readonly VersionSource[],
  options: BumpOptions,
): Promise<VersionUpdate | undefined> {
  if (sources.length === 0) throw new Error('It is not known where its versions are published.');
  const found = await newestInAll(sources, manifest.version);
  if (found === undefined) return undefined;
  const { version: to, files } = found;
  const { changes, archives, notes } = versionChanges(manifest, to);
  const checksums = await checksumChanges(archives, options);
  return {
    id: manifest.id,
    file,
    from: manifest.version,
    to,
    foundIn: sources.map(({ name }) => name).join(', '),
    changes: [...changes, ...checksums.changes],
    notes: [...notes, ...missingFiles(archives, files), ...checksums.notes],
  };
}

/** An archive on GitHub must be a file of the release. */
function missingFiles(archives: readonly ChangedArchive[], files: readonly string[]): readonly string[] {
  return archives.flatMap(({ path, address }) => {
    const name = decodeURIComponent(address.slice(address.lastIndexOf('/') + 1));
    const isListed = githubRepository(address) === undefined || files.length === 0 || files.includes(name);
    return isListed ? [] : [`The release has no file ${printable(name)} for ${path.split('/').at(-1)}.`];
  });
}

interface ChecksumChanges {
  readonly changes: readonly ManifestChange[];
  readonly notes: readonly string[];
}

/** A checksum belongs to one archive: it is computed again, or removed. */
async function checksumChanges(archives: readonly ChangedArchive[], options: BumpOptions): Promise<ChecksumChanges> {
  const changes: ManifestChange[] = [];
  const notes: string[] = [];
  for (const { path, address, sha256 } of archives) {
    if (sha256 === undefined) continue;
    const to = options.download === true ? await checksumOf(address, options.signal) : undefined;
    changes.push({ path: `${path}/sha256`, from: sha256, to });
    if (to === undefined)
      notes.push(`The checksum of ${path.split('/').at(-1)} is removed; add that of the new archive.`);
  }
  return { changes, notes };
}

function checksumOf(address: string, signal: AbortSignal | undefined): Promise<string> {
  return download(address, hashBody, { timeout: downloadTimeout, ...(signal !== undefined && { signal }) });
}

async function hashBody({ response, url }: AddressResponse): Promise<string> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxArchiveBytes) throw new AddressError(`${url.host} sent more than ${maxArchiveBytes} bytes.`);
    hash.update(chunk);
  }
  return hash.digest('hex');
}

/** Writes the changed manifest; a kill leaves the old file or the new one. */
async function apply({ path, file, text }: Entry, update: VersionUpdate): Promise<VersionUpdate> {
  const target = join(path, file.slice(file.lastIndexOf('/') + 1));
  const next = `${target}.new-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(next, editJson(text, update.changes));
    await renameOver(next, target);
  } finally {
    await rm(next, { force: true });
  }
  return update;
}
