/** Stores a login in a file that only the user can read. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { renameOver } from '@acp-stack/workspace/user-folders';

export interface Credentials {
  /** Whether the user is logged in; another process may have changed that. */
  hasLogin(): boolean;
  saveLogin(): Promise<void>;
  removeLogin(): Promise<void>;
}

/**
 * Credentials in a data folder, which is created when a login is saved. Each principal has a file of its own, whose
 * name tells nothing about it (ELIC-18).
 */
export function fileCredentials(folder: string, principal?: string): Credentials {
  const name = principal === undefined ? '' : `-${createHash('sha256').update(principal).digest('hex')}`;
  const path = join(folder, `credentials${name}.json`);
  return {
    hasLogin: () => existsSync(path),
    saveLogin: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = `${path}.${crypto.randomUUID()}`;
      await writeFile(unfinished, `${JSON.stringify({ account: 'test', key: crypto.randomUUID() })}\n`, {
        mode: 0o600,
      });
      await renameOver(unfinished, path);
    },
    removeLogin: () => rm(path, { force: true }),
  };
}

/** For an agent without a login. */
export const noCredentials: Credentials = {
  hasLogin: () => false,
  saveLogin: () => Promise.resolve(),
  removeLogin: () => Promise.resolve(),
};
