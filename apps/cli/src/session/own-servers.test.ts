/** MCP servers that this program offers itself. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { agent, client } from '@acp-stack/sdk';
import { acpTransport } from '@acp-stack/mcp';

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

describe('a program that is started here', () => {
  /** What the agent is told when it connects to the program and asks it something. */
  async function asked(command: string, args: readonly string[]): Promise<unknown> {
    const loaded = await loadOwnServers([{ kind: 'command', name: 'shed', command, args, env: {} }], {
      kind: 'command',
    });
    const answers: unknown[] = [];
    const user = agent({ name: 'user', version: '1' }, { mcp: ['acp'] })
      .onSession(async ({ connection, mcpServers }) => {
        const transport = acpTransport(connection, mcpServers[0] as never);
        // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
        transport.onmessage = (message: unknown) => void answers.push(message);
        await transport.start();
        await transport.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
        await expect.poll(() => answers.length).toBe(1);
        // The connection is over, and the reason is still known.
        await transport.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
        await expect.poll(() => answers.length).toBe(2);
      })
      .onPrompt(() => undefined);
    const app = client({ name: 'editor', version: '1' });
    loaded?.offer(app);
    await using connection = await app.connect(user);
    await connection.newSession({ cwd: '/' });
    return answers;
  }

  test('and dies is told to the agent with its name and its last words, also after that', async () => {
    const answers = await asked(process.execPath, ['-e', 'console.error("no water\\nno roses"); process.exit(3)']);
    const error = {
      code: -33_002,
      message: `The MCP server shed failed: ${process.execPath} exited with code 3 before it said anything: no water no roses`,
      data: { server: 'shed', lastWords: ['no water', 'no roses'] },
    };
    expect(answers).toMatchObject([
      { id: 1, error },
      { id: 2, error },
    ]);
  });

  test('and cannot be started is told to the agent with its name', async () => {
    const answers = await asked(join(folder, 'no-such-program'), []);
    const error = { code: -33_002, message: expect.stringMatching(/^The MCP server shed failed: .*no-such-program/u) };
    expect(answers).toMatchObject([
      { id: 1, error },
      { id: 2, error },
    ]);
  });
});
