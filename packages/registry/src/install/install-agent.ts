/**
 * Installs one agent. The steps are in this order, so that a kill at any moment leaves the old version or the new one:
 * download, compare checksums, unpack into a new folder, give it its name, record the checksum, replace the record,
 * delete the old folder.
 */
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { renameOver } from '@acp-stack/workspace/user-folders';

import type { AgentCommand, DistributionKind, ListedAgent } from '../contract/agents.ts';
import type { InstallOptions } from '../contract/registry.ts';
import { RegistryError } from '../contract/registry-error.ts';
import type { StoreOptions } from '../contract/store.ts';
import { unpack } from '../archive/unpack.ts';
import type { DownloadCache } from '../download/download-cache.ts';
import { commandPath } from '../manifest/command-path.ts';
import { packageCommand } from '../manifest/start-command.ts';
import type { AgentFolder } from './agent-folder.ts';
import { readChecksums, recordChecksum } from './checksums.ts';
import { compareFiles } from './compare-files.ts';
import { obtainArchive, type ObtainedArchive } from './obtain-archive.ts';
import { recordFormat, type InstallRecord, type RecordedFiles } from './record.ts';
import { replaceJson, syncFolder } from './replace-json.ts';
import { uncheckedFields } from './unchecked-fields.ts';

/** What an install works with. The lock is held, and leftovers are gone. */
export interface InstallContext {
  readonly agent: ListedAgent;
  readonly options: InstallOptions;
  readonly folder: AgentFolder;
  readonly cache: DownloadCache;
  readonly store: StoreOptions;
  /** What is installed now; undefined also if its record is damaged. */
  readonly installed: InstallRecord | undefined;
}

/** Returns the new record, which has replaced the old one. */
export async function installAgent(context: InstallContext): Promise<InstallRecord> {
  const { agent, folder, store } = context;
  const distribution = chooseDistribution(context);
  const isBinary = distribution === 'binary';
  const { start, binary } = isBinary ? await installBinary(context) : { start: packageStart(agent, distribution) };
  const notChecked = uncheckedFields(agent.manifest, isBinary ? agent.target : undefined);
  const record: InstallRecord = {
    format: recordFormat,
    manifest: agent.manifest,
    source: { name: agent.source.name, location: agent.source.location },
    distribution,
    installedAt: (store.now?.() ?? new Date()).toISOString(),
    start,
    ...(notChecked.length > 0 && { notChecked }),
    ...(binary !== undefined && { binary }),
  };
  context.options.signal?.throwIfAborted();
  await store.beforeStep?.('write-record');
  await replaceJson(folder.record, record, () => store.beforeStep?.('switch-record'));
  return record;
}

/** The one that was asked for, or else the one of the last install, or else the first that this system can use. */
function chooseDistribution({ agent, options, installed }: InstallContext): DistributionKind {
  const { distributions, manifest } = agent;
  const kept =
    installed !== undefined && distributions.includes(installed.distribution) ? installed.distribution : undefined;
  const chosen = options.distribution ?? kept ?? distributions[0];
  if (chosen !== undefined && distributions.includes(chosen)) return chosen;
  const usable = distributions.length === 0 ? 'none that this system can use' : `only ${distributions.join(', ')} here`;
  const wanted = chosen === undefined ? 'a distribution' : `the distribution ${chosen}`;
  throw new RegistryError('unusable', `${manifest.id} cannot be installed with ${wanted}: it has ${usable}.`);
}

function packageStart({ manifest }: ListedAgent, kind: 'npx' | 'uvx'): AgentCommand {
  const start = packageCommand(manifest, kind);
  if (start !== undefined) return start;
  throw new RegistryError('unusable', `${manifest.id} has no ${kind} package that can be pinned to a version.`);
}

interface InstalledBinary {
  readonly start: AgentCommand;
  readonly binary: RecordedFiles;
}

async function installBinary(context: InstallContext): Promise<InstalledBinary> {
  const { agent, folder, cache, store, options } = context;
  const { manifest, target } = agent;
  const build = target === undefined ? undefined : manifest.distribution.binary?.[target];
  if (build === undefined || target === undefined) {
    throw new RegistryError('unusable', `${manifest.id} has no build for this system; choose another distribution.`);
  }
  const program = commandPath(build.cmd, target);
  if (program === undefined) {
    const reason = 'leads out of its folder; its manifest must be corrected';
    throw new RegistryError('unusable', `The command of ${manifest.id} for ${target} ${reason}.`);
  }
  const name = `${manifest.version} ${target}`;
  const recorded = (await readChecksums(folder))[name];
  const archive = await obtainArchive({ agent, build, cache, recorded, store, options });
  const kept = await keptFiles(context, archive.sha256, program);
  const { binary, command } = kept ?? (await unpackArchive(context, archive, { address: build.archive, program }));
  await store.beforeStep?.('write-checksum');
  const checksum = { name, sha256: archive.sha256 };
  await recordChecksum(folder, checksum, () => store.beforeStep?.('switch-checksum'));
  return { binary, start: { command, args: build.args ?? [], env: { ...build.env } } };
}

interface UnpackedVersion {
  readonly binary: RecordedFiles;
  readonly command: string;
}

/** The files that are installed already, if they are those of the same archive and unchanged. */
async function keptFiles(
  { installed, folder }: InstallContext,
  sha256: string,
  program: string,
): Promise<UnpackedVersion | undefined> {
  const { binary, start } = installed ?? {};
  if (binary?.sha256 !== sha256 || start === undefined) return undefined;
  if (start.command !== program && !start.command.endsWith(`/${program}`)) return undefined;
  const problems = await compareFiles(folder.path, binary);
  return problems.length === 0 ? { binary, command: start.command } : undefined;
}

async function unpackArchive(
  { agent, folder, store, options }: InstallContext,
  { path, sha256 }: ObtainedArchive,
  { address, program }: { readonly address: string; readonly program: string },
): Promise<UnpackedVersion> {
  await store.beforeStep?.('create-folder');
  const created = await folder.createNew();
  try {
    const total = (await lstat(path)).size;
    const { files, folders, command } = await unpack({
      file: path,
      name: address.split(/[?#]/u)[0]?.split('/').at(-1) ?? address,
      folder: created,
      command: program,
      signal: options.signal,
      beforeWrite: () => store.beforeStep?.('unpack'),
      onRead: (bytes) => options.onProgress?.({ step: 'unpack', bytes, totalBytes: total }),
    });
    const recorded = await Promise.all(
      files.map(async (file) => ({ ...file, mode: (await lstat(join(created, file.path))).mode & 0o7777 })),
    );
    for (const each of ['', ...folders]) await syncFolder(join(created, each));
    options.onProgress?.({ step: 'place', bytes: total, totalBytes: total });
    await store.beforeStep?.('place-folder');
    const name = folder.freeName(agent.manifest.version, sha256);
    await renameOver(created, join(folder.path, name));
    await syncFolder(folder.path);
    return { binary: { folder: name, sha256, files: recorded, folders }, command };
  } catch (error) {
    await rm(created, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}
