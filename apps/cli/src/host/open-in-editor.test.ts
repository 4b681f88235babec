import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { parseConfig } from '../config/config.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { noLogins, openHostHub } from './host-hub.test-support.ts';
import { localMethods } from './host.ts';

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-host-editor-')));
  mkdirSync(join(home, 'garden'));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Opens a file by an editor of the config file. */
async function open(editor: string, path: string, line?: number): Promise<object> {
  const methods = localMethods({
    roots: [home],
    agents: ['silent'],
    settings: parseConfig(JSON.stringify({ editor }), join(home, 'config.json')),
    terminal: captureTerminal({ env: { HOME: home, PATH: process.env['PATH'] ?? '' } }),
    logins: noLogins,
    onInstalled: () => Promise.resolve(),
  });
  await using host = await openHostHub(methods, { roots: [home] });
  const operator = await host.connect('root');
  const sessionId = await operator.open(join(home, 'garden'));
  return await operator.call('openInEditor', { sessionId, path, ...(line === undefined ? {} : { line }) });
}

test('the editor is started with the path as one argument, whatever the name of the file is', async () => {
  const names = ['-rf $(touch x); `id` "q".ts', '--wait', "it's ; & | > x"];
  const program = join(home, 'zed');
  const note = join(home, 'opened');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > '${note}.part' && mv '${note}.part' '${note}'\n`);
  chmodSync(program, 0o755);
  for (const name of names) {
    writeFileSync(join(home, 'garden', name), '');
    expect(await open(program, name, 3)).toEqual({});
    await vi.waitUntil(() => existsSync(note), { timeout: 150_000 });
    expect(readFileSync(note, 'utf8')).toBe(`1\n${join(home, 'garden', name)}:3\n`);
    rmSync(note);
  }
});

test.each([
  ['vim', 'rose.ts', 'no_editor'],
  ['/no/such/zed', 'rose.ts', 'no_editor'],
  ['zed', '.', 'not-a-file'],
  ['zed', 'gone.ts', 'missing'],
])('%s %s: %s', async (editor, path, reason) => {
  writeFileSync(join(home, 'garden/rose.ts'), '');
  await expect(open(editor, path)).rejects.toMatchObject({ data: { reason } });
});
