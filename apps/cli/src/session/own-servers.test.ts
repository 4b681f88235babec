/** MCP servers that this program offers itself. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { loadOwnServers, ownModule } from './own-servers.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-tools-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Loads a file with this text. */
const load = (text: string): Promise<unknown> => {
  const file = join(folder, 'my-tools.mjs');
  writeFileSync(file, text);
  return loadOwnServers([ownModule(file, '--tools')], { kind: 'command' });
};

describe('a file with tools', () => {
  test.each([
    ['an error while it is loaded', 'const dry = 1;\nthrow new Error(`No water ${dry}.\\nNone.`);', ':2: No water 1.'],
    ['nothing to export', 'export const water = 1;', ': it has no default export with tools'],
    ['something that is not a tool', 'export default { water: 1 };', ': water is not a tool'],
  ])('is refused in one sentence that names it if it has %s', async (_, text, words) => {
    const error = await load(text).catch((reason: unknown) => reason);
    const file = join(folder, 'my-tools.mjs');
    expect(error).toMatchObject({ name: 'UsageError', message: expect.stringContaining(`--tools: ${file}${words}`) });
    expect((error as Error).message).not.toContain('\n');
  });

  test('has to be there', () => {
    const file = join(folder, 'none.mjs');
    expect(() => ownModule(file, '--tools')).toThrow(`--tools: the file ${file} does not exist`);
  });
});
