/**
 * A download that is not complete: its bytes so far, and what is needed to ask the server for the rest.
 *
 * The state is written before the first byte, so the bytes are never taken for those of another version of the file.
 */
import { createHash } from 'node:crypto';
import { open, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** How a server names the version of a file that it sends. The address is not written: it may contain a secret. */
export interface PartialState {
  /** A strong ETag, or else the date of the last change; absent if the server sent neither. */
  readonly validator?: string;
}

export class PartialFile {
  /** The path of the bytes. */
  readonly path: string;
  readonly #statePath: string;

  /** `folder` is that of the downloads. */
  constructor(folder: string, address: string) {
    const name = createHash('sha256').update(address).digest('hex').slice(0, 32);
    this.path = join(folder, `${name}.partial`);
    this.#statePath = join(folder, `${name}.json`);
  }

  /** Returns the number of bytes and the state; no bytes if the state is missing. */
  async read(): Promise<{ readonly bytes: number; readonly validator: string | undefined }> {
    try {
      const state = JSON.parse(await readFile(this.#statePath, 'utf8')) as Partial<PartialState> | null;
      const { size } = await stat(this.path);
      const { validator } = state ?? {};
      return { bytes: size, validator: typeof validator === 'string' ? validator : undefined };
    } catch {
      // Without both files there is nothing to go on with.
      return { bytes: 0, validator: undefined };
    }
  }

  /** Begins anew: the bytes so far are gone. */
  async restart(state: PartialState): Promise<FileHandle> {
    await this.remove();
    await writeFile(this.#statePath, JSON.stringify(state), { mode: 0o600 });
    return open(this.path, 'wx', 0o600);
  }

  /** Opens the file to write after the bytes that are there. */
  async resume(): Promise<FileHandle> {
    return open(this.path, 'a', 0o600);
  }

  /** The bytes are complete and will be moved away. */
  async forgetState(): Promise<void> {
    await rm(this.#statePath, { force: true });
  }

  /** Deletes the bytes and the state. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true });
    await rm(this.#statePath, { force: true });
  }
}

/** The ETag or the date that `If-Range` accepts: weak ETags do not promise equal bytes. */
export function validatorOf(headers: Headers): string | undefined {
  const tag = headers.get('etag') ?? undefined;
  if (tag !== undefined && /^"[^"]*"$/u.test(tag)) return tag;
  const changed = headers.get('last-modified') ?? undefined;
  return changed !== undefined && !Number.isNaN(Date.parse(changed)) ? changed : undefined;
}
