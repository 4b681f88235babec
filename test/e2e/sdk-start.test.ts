/** What importing the SDK loads: every file is time that the user of an agent waits. */
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';

const telling = new URL('fixtures/loaded-modules.mjs', import.meta.url).href;

test('the SDK loads JSON-RPC and the tables of version 2; version 1 and the bridge come with a peer that needs them', async () => {
  const door = new URL('packages/sdk/dist/index.js', pathToFileURL(repository)).href;
  const { stderr } = await promisify(execFile)(process.execPath, [
    '--import',
    telling,
    '--input-type=module',
    '-e',
    `await import('${door}')`,
  ]);
  const root = `loads ${pathToFileURL(repository).href}`;
  const files = stderr.split('\n').flatMap((line) => (line.startsWith(root) ? [line.slice(root.length)] : []));
  expect(files.toSorted()).toEqual([
    'packages/rpc/dist/index.js',
    'packages/schema/dist/mcp-support.js',
    'packages/schema/dist/v2/unstable/index.js',
    'packages/sdk/dist/index.js',
  ]);
});
