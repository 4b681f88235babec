/**
 * The folder of one agent in the store: its record, the checksums of its versions, and the folder of the installed one.
 *
 * Everything else in it is left over from an install that did not finish.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { renameOver } from '@acp-stack/workspace/user-folders';

import { RegistryError } from '../contract/registry-error.ts';
import { printable } from '../manifest/printable.ts';

/** Ids are names of folders, so they must be such names on every system. */
const idPattern = /^[a-z][a-z0-9-]{0,63}$/u;
const reserved = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9])$/u;
const versionFolder = /^[0-9A-Za-z._+-]+-[0-9a-f]{8}(?:-[0-9]+)?$/u;
const temporaryName = /^\.(?:new|old)-[0-9a-f]+$/u;

export class AgentFolder {
  readonly path: string;
  readonly record: string;
  readonly checksums: string;

  /** `agents` is the folder of all agents. Throws if the id cannot be the name of a folder. */
  constructor(agents: string, id: string) {
    if (!idPattern.test(id) || reserved.test(id)) {
      const rule = 'an id has lower-case letters, digits and hyphens, and is no reserved name of Windows';
      throw new RegistryError('invalid', `The id ${printable(id)} cannot be installed: ${rule}.`);
    }
    this.path = join(agents, id);
    this.record = join(this.path, 'installed.json');
    this.checksums = join(this.path, 'checksums.json');
  }

  /** Creates a folder to unpack into, and returns its path. */
  async createNew(): Promise<string> {
    const path = join(this.path, `.new-${randomBytes(6).toString('hex')}`);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** A name for the folder of a version that is not taken. */
  freeName(version: string, sha256: string): string {
    const name = `${version.replaceAll(/[^0-9A-Za-z._+-]/gu, '_').slice(0, 64)}-${sha256.slice(0, 8)}`;
    let free = name;
    for (let number = 2; existsSync(join(this.path, free)); number += 1) free = `${name}-${number}`;
    return free;
  }

  /**
   * Deletes what is left over. `used` is the folder that the record names. What cannot be deleted, such as a running
   * program on Windows, stays until the next time.
   */
  async clean(used: string | undefined): Promise<void> {
    for (const name of await readdir(this.path).catch(() => [])) {
      if (name === used) continue;
      if (temporaryName.test(name)) await this.#delete(name);
      else if (versionFolder.test(name)) await this.#delete(await this.#setAside(name));
    }
  }

  /** A folder that is deleted in part must not have the name of a version. */
  async #setAside(name: string): Promise<string> {
    const aside = `.old-${randomBytes(6).toString('hex')}`;
    await renameOver(join(this.path, name), join(this.path, aside)).catch(() => undefined);
    return aside;
  }

  async #delete(name: string): Promise<void> {
    await rm(join(this.path, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
