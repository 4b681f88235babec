import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { noDefaults } from '../config/agent-server.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import type { SessionFlags } from '../command-line/agent-options.ts';
import { planSession, type SessionPlan } from './session-plan.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-plan-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const plan = (flags: SessionFlags, env: Record<string, string> = {}, defaults = noDefaults): Promise<SessionPlan> =>
  planSession(flags, {
    cwd: folder,
    settings: { path: 'config.json', agents: new Map(), registryAgents: new Map() },
    server: { kind: 'command', defaults },
    terminal: captureTerminal({ env: { PATH: process.env['PATH'] ?? '', ...env } }),
  });

describe('planSession', () => {
  test('reads MCP servers of every kind in the usual shape', async () => {
    const file = join(folder, 'mcp.json');
    const mcpServers = {
      local: { command: 'node', args: ['x.js'], env: { KEY: 'v' } },
      web: { url: 'https://mcp.example', headers: { A: 'b' } },
      older: { type: 'sse', url: 'https://old.example' },
    };
    writeFileSync(file, JSON.stringify({ mcpServers }));
    const { mcpServers: read } = await plan({ mcpConfig: [file] });
    expect(read.map(({ server }) => server)).toEqual([
      {
        type: 'stdio',
        name: 'local',
        command: expect.stringMatching(/^\/.*node$/u),
        args: ['x.js'],
        env: [{ name: 'KEY', value: 'v' }],
      },
      { type: 'http', name: 'web', url: 'https://mcp.example', headers: [{ name: 'A', value: 'b' }] },
      { type: 'sse', name: 'older', url: 'https://old.example', headers: [] },
    ]);
  });

  test('sets the servers apart that this program offers itself', async () => {
    const file = join(folder, 'mcp.json');
    const [tools, module] = [join(folder, 'my-tools.mjs'), join(folder, 'garden.mjs')];
    for (const each of [tools, module]) writeFileSync(each, '');
    const mcpServers = {
      garden: { type: 'acp', module: './garden.mjs' },
      shed: { type: 'acp', command: 'node', args: ['shed.js'], env: { KEY: 'v' } },
      web: { url: 'https://mcp.example' },
    };
    writeFileSync(file, JSON.stringify({ mcpServers }));
    const { mcpServers: others, ownServers } = await plan({ tools: [tools], mcpConfig: [file] });
    expect(others.map(({ server }) => (server as { name?: string }).name)).toEqual(['web']);
    expect(ownServers).toMatchObject([
      { kind: 'module', name: 'my-tools', file: tools },
      { kind: 'module', name: 'garden', file: module },
      { kind: 'command', name: 'shed', args: ['shed.js'], env: { KEY: 'v' } },
    ]);
    writeFileSync(file, '{ "mcpServers": { "none": { "type": "acp" } } }');
    await expect(plan({ mcpConfig: [file] })).rejects.toThrow(
      'none needs a "module" with tools, or a "command" to start',
    );
  });

  test('lets a flag go before a variable, and a variable before the agent’s defaults', async () => {
    const defaults = { model: 'c', mode: 'd', configOptions: { web: true } };
    const values = async (flags: SessionFlags, env?: Record<string, string>): Promise<unknown[]> =>
      (await plan(flags, env, defaults)).options.map(({ key, value }) => `${key}=${String(value)}`);
    expect(await values({ model: 'a' }, { ACP_MODEL: 'b' })).toEqual(['model=a', 'mode=d', 'web=true']);
    expect(await values({}, { ACP_MODEL: 'b', ACP_MODE: 'x' })).toEqual(['model=b', 'mode=x', 'web=true']);
    expect(await values({ configOption: ['web=off', 'a=b=c'] })).toEqual([
      'model=c',
      'mode=d',
      'web=true',
      'web=off',
      'a=b=c',
    ]);
  });

  test.each([
    [{ addDir: ['/no/such/folder'] }, '--add-dir: the folder /no/such/folder does not exist'],
    [{ mcpConfig: ['/no/such/file'] }, '--mcp-config: /no/such/file does not exist'],
    [{ configOption: ['web'] }, '--config-option must be key=value'],
    [{ systemPromptMode: 'override' }, '--system-prompt-mode requires --system-prompt'],
  ] satisfies [SessionFlags, string][])('refuses %j', async (flags, words) => {
    await expect(plan(flags)).rejects.toThrow(words);
  });

  test('says which program of an MCP server is missing', async () => {
    const file = join(folder, 'mcp.json');
    writeFileSync(file, '{ "mcpServers": { "x": { "command": "no-such-program" } } }');
    await expect(plan({ mcpConfig: [file] })).rejects.toThrow(
      'mcpServers.x: command no-such-program not found in PATH',
    );
  });
});
