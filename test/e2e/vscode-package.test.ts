/** What the extension of VS Code brings along besides its own code. */
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { bundleExtension, codeFolder } from '../../scripts/vscode/bundle.mjs';
import { repository, run, temporaryFolder } from '../support/checkout.ts';

test('the extension brings an acp program that starts, and an agent in it', async () => {
  using folder = temporaryFolder();
  const { version } = await bundleExtension(repository, folder.path);
  const program = join(folder.path, codeFolder, 'acp', 'main.js');
  const outcome = await run([process.execPath, program, '--version'], { cwd: folder.path, env: process.env });
  expect(outcome).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  const data = join(folder.path, 'data');
  const talk = [
    'exec',
    '--format',
    'quiet',
    'hello',
    '--',
    process.execPath,
    program,
    'agent',
    '--data',
    data,
  ] as const;
  const env = { ...process.env, XDG_CONFIG_HOME: folder.path, XDG_DATA_HOME: data };
  const { code, stdout, stderr } = await run([process.execPath, program, ...talk], { cwd: folder.path, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Search-only');
});
