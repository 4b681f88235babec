/** A folder of its own for every test. */
import { afterEach, beforeEach } from 'vitest';

import { temporaryFolder, type TemporaryFolder } from './checkout.ts';

/** Hands a new folder to `take` before every test; it is gone after it. */
export function eachFolder(take: (path: string) => void | Promise<void>): void {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = temporaryFolder();
    await take(folder.path);
  });
  afterEach(() => {
    folder[Symbol.dispose]();
  });
}
