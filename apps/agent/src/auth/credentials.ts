/** Where a login is remembered: a file that only the user can read. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Credentials {
  /** Whether somebody is logged in; another process may have done that just now. */
  isThere(): boolean;
  save(): Promise<void>;
  remove(): Promise<void>;
}

/** The credentials in a data folder; the folder is made when something is saved. */
export function fileCredentials(folder: string): Credentials {
  const path = join(folder, 'credentials.json');
  return {
    isThere: () => existsSync(path),
    save: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = `${path}.${crypto.randomUUID()}`;
      await writeFile(unfinished, `${JSON.stringify({ account: 'test', key: crypto.randomUUID() })}\n`, {
        mode: 0o600,
      });
      await rename(unfinished, path);
    },
    remove: () => rm(path, { force: true }),
  };
}

/** Nobody is ever logged in; for an agent that asks nobody to. */
export const noCredentials: Credentials = {
  isThere: () => false,
  save: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};
