/** A fresh project folder for every test, for agents that work in it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { isBuilt } from './agent-program.ts';
import { eachFolder } from './each-folder.ts';

export interface ProjectFolder {
  /** Everything; it is gone after the test. */
  readonly folder: string;
  /** Where sessions work, with a file about a rose. */
  readonly cwd: string;
  /** Where an agent may keep its sessions; it does not exist yet. */
  readonly data: string;
}

/** Hands a new garden to `take` before every test that starts the built program. */
export function eachProjectFolder(take: (garden: ProjectFolder) => void, { rose = 'A rose is red.\n' } = {}): void {
  eachFolder((folder) => {
    expect(isBuilt(), 'node scripts/build.mjs makes what is started here').toBe(true);
    const cwd = join(folder, 'garden');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'rose.md'), rose);
    take({ folder, cwd, data: join(folder, 'data') });
  });
}
