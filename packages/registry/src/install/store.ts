/**
 * The agents that are installed below one folder: `agents/<id>/installed.json` and the folders of their versions, and
 * `downloads` with the archives that they came from.
 */
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { describeError } from '@acp-stack/rpc';

import type { InstalledAgent, ListedAgent } from '../contract/agents.ts';
import type { InstallOptions, VerifiedAgent } from '../contract/registry.ts';
import { RegistryError } from '../contract/registry-error.ts';
import type { Store, StoreOptions } from '../contract/store.ts';
import { DownloadCache } from '../download/download-cache.ts';
import { printable } from '../manifest/printable.ts';
import { AgentFolder } from './agent-folder.ts';
import { compareFiles } from './compare-files.ts';
import { explainDiskError, isMissing } from '../contract/disk-errors.ts';
import { installAgent } from './install-agent.ts';
import { withLock } from './lock.ts';
import { installedAgent, readRecord, type InstallRecord } from './record.ts';

/** Opens the store in `folder`. Nothing is created before the first install. */
export function openStore(folder: string, options: StoreOptions = {}): Store {
  return new FolderStore(folder, options);
}

class FolderStore implements Store {
  readonly #root: string;
  readonly #agents: string;
  readonly #cache: DownloadCache;
  readonly #options: StoreOptions;

  constructor(root: string, options: StoreOptions) {
    this.#root = root;
    this.#agents = join(root, 'agents');
    this.#cache = new DownloadCache(join(root, 'downloads'));
    this.#options = options;
  }

  async installed(): Promise<readonly InstalledAgent[]> {
    const agents: InstalledAgent[] = [];
    for (const folder of await this.#folders()) {
      try {
        const record = await readRecord(folder);
        if (record !== undefined) agents.push(installedAgent(record, folder));
      } catch (error) {
        this.#options.onProblem?.(damagedRecord(folder, error).message);
      }
    }
    return agents;
  }

  async install(agent: ListedAgent, options: InstallOptions = {}): Promise<InstalledAgent> {
    const folder = this.#folderOf(agent.manifest.id);
    return this.#change(options.signal, async () => {
      await mkdir(folder.path, { recursive: true, mode: 0o700 });
      // Others may have been let in since the first install.
      await chmod(folder.path, 0o700).catch(() => undefined);
      // A damaged record is replaced; the folders that it may name stay until then.
      const installed = await readRecord(folder).catch(() => undefined);
      const context = { agent, options, folder, cache: this.#cache, store: this.#options, installed };
      const record = await installAgent(context);
      await this.#options.beforeStep?.('remove-old');
      await folder.clean(record.binary?.folder);
      await this.#options.beforeStep?.('prune');
      await this.#cache.prune(record.binary?.sha256);
      return installedAgent(record, folder);
    });
  }

  async remove(id: string): Promise<boolean> {
    const folder = this.#folderOf(id);
    if (!(await this.#folders()).some(({ path }) => path === folder.path)) return false;
    return this.#change(undefined, async () => {
      const isInstalled = (await readRecord(folder).catch(() => 'damaged')) !== undefined;
      await this.#options.beforeStep?.('remove-record');
      await rm(folder.record, { force: true });
      await this.#options.beforeStep?.('remove-old');
      await folder.clean(undefined);
      return isInstalled;
    });
  }

  /** Without the lock, so that it works in a folder that cannot be written; a switch meanwhile begins it again. */
  async verify(id: string): Promise<VerifiedAgent> {
    const folder = this.#folderOf(id);
    for (;;) {
      const record = await this.#read(folder);
      if (record === undefined) throw new RegistryError('unknown', `${printable(id)} is not installed.`);
      const { binary } = record;
      const problems = binary === undefined ? [] : await compareFiles(folder.path, binary);
      const after = problems.length === 0 ? record : await this.#read(folder);
      if (JSON.stringify(after) !== JSON.stringify(record)) continue;
      return { agent: installedAgent(record, folder), isIntact: problems.length === 0, problems };
    }
  }

  async #read(folder: AgentFolder): Promise<InstallRecord | undefined> {
    try {
      return await readRecord(folder);
    } catch (error) {
      throw damagedRecord(folder, error);
    }
  }

  /** Runs `work` with the lock, in a store without leftovers. */
  async #change<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    try {
      for (const path of [this.#root, this.#agents, this.#cache.folder]) {
        await mkdir(path, { recursive: true, mode: 0o700 });
      }
      const { beforeStep } = this.#options;
      return await withLock(this.#root, {
        signal,
        beforeStep,
        work: async () => {
          await beforeStep?.('clean');
          await this.#clean();
          return work();
        },
      });
    } catch (error) {
      throw explainDiskError(error, this.#root);
    }
  }

  async #clean(): Promise<void> {
    for (const folder of await this.#folders()) {
      const record = await readRecord(folder).catch(() => 'damaged' as const);
      // The folders of a damaged record stay: the record may be mended.
      if (record !== 'damaged') await folder.clean(record?.binary?.folder);
    }
    await this.#cache.prune();
  }

  /** Sorted by id. Names that are no ids are not ours. */
  async #folders(): Promise<readonly AgentFolder[]> {
    const names = await this.#names();
    return names.toSorted().flatMap((name) => {
      try {
        return [this.#folderOf(name)];
      } catch {
        return [];
      }
    });
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#agents);
    } catch (error) {
      if (!isMissing(error)) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        this.#options.onProblem?.(`The folder ${this.#agents} cannot be read (${code}); check its permissions.`);
      }
      return [];
    }
  }

  #folderOf(id: string): AgentFolder {
    return new AgentFolder(this.#agents, id);
  }
}

function damagedRecord({ record }: AgentFolder, error: unknown): RegistryError {
  const reason = describeError(error);
  const message = `The record ${record} cannot be used: ${reason}; install the agent again.`;
  return new RegistryError('damaged', message, { cause: error });
}
