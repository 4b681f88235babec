/**
 * Obtains the archive of a build: from the cache, from the address or from a file, with the checksum that it must have.
 *
 * The checksum in the manifest has to be that of the download, and so has the one that was recorded when the same
 * version was installed before. Nothing is unpacked before both were compared.
 */
import { lstat } from 'node:fs/promises';

import type { BinaryTarget } from '@acp-stack/schema/v1';

import type { ListedAgent } from '../contract/agents.ts';
import type { InstallOptions } from '../contract/registry.ts';
import { RegistryError, type RegistryErrorDetails } from '../contract/registry-error.ts';
import type { StoreOptions } from '../contract/store.ts';
import { archiveLocation } from '../download/archive-location.ts';
import { copyArchive } from '../download/copy-archive.ts';
import { downloadTimeouts } from '../download/deadlines.ts';
import type { DownloadCache } from '../download/download-cache.ts';
import { download } from '../download/download.ts';
import { fileChecksum } from '../download/file-checksum.ts';
import type { PartialFile } from '../download/partial-file.ts';

/** What is needed to obtain an archive. */
export interface ArchiveRequest {
  readonly agent: ListedAgent;
  readonly build: BinaryTarget;
  readonly cache: DownloadCache;
  /** The checksum of this version at its first install. */
  readonly recorded: string | undefined;
  readonly store: StoreOptions;
  readonly options: InstallOptions;
}

/** An archive in the cache. */
export interface ObtainedArchive {
  readonly path: string;
  readonly sha256: string;
}

const downloadBytes = 1024 * 1024 * 1024;

export async function obtainArchive(request: ArchiveRequest): Promise<ObtainedArchive> {
  const { cache, options } = request;
  const expected = expectedChecksum(request);
  if (expected !== undefined) {
    const path = await cache.find(expected, options.signal);
    if (path !== undefined) {
      const { size } = await lstat(path);
      options.onProgress?.({ step: 'download', bytes: size, totalBytes: size, isKept: true });
      return { path, sha256: expected };
    }
  }
  const first = await fetchArchive(request, expected);
  const isWrong = expected !== undefined && first.sha256 !== expected;
  // The beginning may be of an older file at the same address.
  const obtained = isWrong && first.isResumed ? await fetchAgain(first.partial, request, expected) : first;
  try {
    checkChecksum(request, obtained.sha256);
  } catch (error) {
    await obtained.partial.remove();
    throw error;
  }
  await request.store.beforeStep?.('keep-download');
  return { path: await cache.keep(obtained.partial, obtained.sha256), sha256: obtained.sha256 };
}

/** What the download must be; undefined if it is the first of this version and the manifest has no checksum. */
function expectedChecksum(request: ArchiveRequest): string | undefined {
  const { build, recorded, options } = request;
  const accepted = options.acceptSha256?.toLowerCase();
  if (build.sha256 === undefined) return accepted ?? recorded;
  const stated = build.sha256.toLowerCase();
  if (!/^[0-9a-f]{64}$/u.test(stated)) {
    throw checksumError(
      request,
      'the sha256 in its manifest is no SHA-256 checksum; tell the maintainer of the source',
    );
  }
  if (recorded !== undefined && recorded !== stated && accepted !== stated) throw changed(request, recorded, stated);
  return stated;
}

function checkChecksum(request: ArchiveRequest, received: string): void {
  const { build, recorded, options } = request;
  if (build.sha256 !== undefined && build.sha256.toLowerCase() !== received) {
    const reason = `the download has the SHA-256 checksum ${received}, and its manifest says ${build.sha256.toLowerCase()}`;
    throw checksumError(request, `${reason}; tell the author of the agent`);
  }
  if (recorded !== undefined && recorded !== received && options.acceptSha256?.toLowerCase() !== received) {
    throw changed(request, recorded, received);
  }
}

function changed(request: ArchiveRequest, recorded: string, receivedSha256: string): RegistryError {
  const before = `this version had the SHA-256 checksum ${recorded} when it was installed first`;
  const advice = 'accept the new one only if the author confirms it';
  return checksumError(request, `${before}, and has ${receivedSha256} now; ${advice}`, { receivedSha256 });
}

function checksumError({ agent }: ArchiveRequest, reason: string, details: RegistryErrorDetails = {}): RegistryError {
  const { id, version } = agent.manifest;
  return new RegistryError('checksum', `${id} ${version} was not installed: ${reason}.`, details);
}

interface Fetched {
  readonly partial: PartialFile;
  readonly sha256: string;
  readonly isResumed: boolean;
}

async function fetchAgain(partial: PartialFile, request: ArchiveRequest, expected: string): Promise<Fetched> {
  await partial.remove();
  return fetchArchive(request, expected);
}

async function fetchArchive(request: ArchiveRequest, expected: string | undefined): Promise<Fetched> {
  const { agent, build, cache, store, options } = request;
  const { fetch } = store;
  const location = await archiveLocation(build.archive, { id: agent.manifest.id, source: agent.source });
  const limits = {
    folder: cache.folder,
    maxBytes: store.downloadBytes ?? downloadBytes,
    signal: options.signal,
    onProgress: options.onProgress,
    beforeWrite: () => store.beforeStep?.('write-download'),
  };
  const timeouts = { ...downloadTimeouts, ...store.timeouts };
  const { partial, isResumed } =
    location.kind === 'file'
      ? { partial: await copyArchive({ ...limits, path: location.path }), isResumed: false }
      : await download({ ...limits, url: location.url, hasChecksum: expected !== undefined, timeouts, fetch });
  return { partial, isResumed, sha256: await fileChecksum(partial.path, options.signal) };
}
