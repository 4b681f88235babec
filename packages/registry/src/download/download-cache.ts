/**
 * Complete downloads, each under its SHA-256 checksum, and partial ones.
 *
 * A file is checked against its name each time it is used; one that was changed is deleted. Only a few are kept.
 * All methods expect that no other process uses the folder.
 */
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { renameOver } from '@acp-stack/workspace/user-folders';

import { isMissing } from '../contract/disk-errors.ts';
import { fileChecksum } from './file-checksum.ts';
import type { PartialFile } from './partial-file.ts';

/** How much is kept for later. */
export interface CacheLimits {
  /** Complete downloads. */
  readonly files: number;
  /** The bytes of complete downloads together. */
  readonly bytes: number;
  /** Downloads that did not complete. */
  readonly partials: number;
}

const cacheLimits: CacheLimits = { files: 8, bytes: 1024 * 1024 * 1024, partials: 4 };

export class DownloadCache {
  readonly folder: string;
  readonly #limits: CacheLimits;

  constructor(folder: string, limits: CacheLimits = cacheLimits) {
    this.folder = folder;
    this.#limits = limits;
  }

  /** Returns the path of the download with this checksum; undefined if there is none. */
  async find(sha256: string, signal?: AbortSignal): Promise<string | undefined> {
    const path = join(this.folder, sha256);
    try {
      if ((await fileChecksum(path, signal)) === sha256) {
        // The order of deletion is that of use.
        const now = new Date();
        await utimes(path, now, now).catch(() => undefined);
        return path;
      }
      await rm(path, { force: true });
    } catch (error) {
      signal?.throwIfAborted();
      if (!isMissing(error)) await rm(path, { force: true, recursive: true });
    }
    return undefined;
  }

  /** Keeps a complete download and returns its path. */
  async keep(partial: PartialFile, sha256: string): Promise<string> {
    const path = join(this.folder, sha256);
    await renameOver(partial.path, path);
    await partial.forgetState();
    return path;
  }

  /** Deletes the oldest files above the limits. `used` is the download that was just installed. */
  async prune(used?: string): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    const complete = await this.#byAge(names.filter((name) => /^[0-9a-f]{64}$/u.test(name) && name !== used));
    const { files, bytes, partials } = this.#limits;
    let [count, sum] = [used === undefined ? 0 : 1, 0];
    for (const { name, size } of complete) {
      count += 1;
      sum += size;
      if (count > files || sum > bytes) await rm(join(this.folder, name), { force: true });
    }
    const unfinished = await this.#byAge(names.filter((name) => name.endsWith('.partial')));
    const kept = new Set(unfinished.slice(0, partials).map(({ name }) => name.replace(/\.partial$/u, '')));
    for (const name of names) {
      const [, stem] = /^([0-9a-f]{32})\.(?:partial|json)$/u.exec(name) ?? [];
      if (stem !== undefined && !kept.has(stem)) await rm(join(this.folder, name), { force: true });
    }
  }

  /** The newest first. */
  async #byAge(names: readonly string[]): Promise<readonly { readonly name: string; readonly size: number }[]> {
    const files = await Promise.all(
      names.map(async (name) => ({ name, facts: await stat(join(this.folder, name)).catch(() => undefined) })),
    );
    return files
      .flatMap(({ name, facts }) => (facts === undefined ? [] : [{ name, size: facts.size, time: facts.mtimeMs }]))
      .toSorted((one, other) => other.time - one.time);
  }
}
