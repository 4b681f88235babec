/** Permanent permissions for a tool of an MCP server, and what happens when another server takes its name. */
import { memoryJournal } from '@acp-stack/journal';
import { modelServer } from '@acp-stack/testing/model-server';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { AgentFixture } from './agent-fixture.test-support.ts';

vi.setConfig({ testTimeout: 60_000 });

let cwd: string;

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'garden-')));
});

afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
});

/** A server with one tool, which says who it is. */
const program = `
  const [tool, word] = process.argv.slice(1);
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
    'tools/list': { tools: [{ name: tool, inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: word }] },
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'no' } };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
  }).on('close', () => process.exit());`;

const garden = (name: string, tool: string, word = 'grows'): object => ({
  type: 'stdio',
  name,
  command: process.execPath,
  args: ['-e', program, tool, word],
  env: [],
});

test('a permanent permission is for one tool of one server, and for no other that gets the same name', async () => {
  await using journal = memoryJournal();
  const turns = Array.from({ length: 4 }, () => [{ toolCalls: [{ name: 'mcp_a_b_c', input: {} }] }, { text: 'Done.' }]);
  await using server = await modelServer({ turns: turns.flat() });
  const asked = async (servers: readonly object[], answer: string, known?: string): Promise<[string, string[]]> => {
    await using life = new AgentFixture({ journal, cwd, server, answer });
    const own = await life.open();
    const session = { cwd, mcpServers: servers };
    const opened =
      known === undefined
        ? await life.call('session/new', session)
        : await life.call('session/resume', { ...session, sessionId: known });
    const sessionId = known ?? (opened['sessionId'] as string);
    await life.call('session/close', { sessionId: own });
    expect(await life.prompt(sessionId, 'go')).toMatchObject({ stopReason: 'end_turn' });
    return [sessionId, [...life.questions]];
  };
  const [id, first] = await asked([garden('a', 'b_c')], 'allow_always_0');
  expect(first).toEqual(['Use “b_c” of the MCP server a?']);
  expect(await asked([garden('a', 'b_c')], 'reject_once', id)).toEqual([id, []]);
  const others = [
    ['Use “c” of the MCP server a_b?', garden('a_b', 'c')],
    ['Use “b_c” of the MCP server a?', garden('a', 'b_c', 'withers')],
  ] as const;
  for (const [question, other] of others) {
    expect(await asked([other], 'reject_once', id)).toEqual([id, [question]]);
  }
});

test('twenty tool calls at the same time cause no warning of Node', async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error): void => void warnings.push(warning);
  process.on('warning', hear);
  try {
    await using journal = memoryJournal();
    const toolCalls = Array.from({ length: 20 }, () => ({ name: 'list', input: { path: '.' } }));
    await using server = await modelServer({ turns: [{ toolCalls }, { text: 'Done.' }] });
    await using life = new AgentFixture({ journal, cwd, server });
    expect(await life.prompt(await life.open(), 'go')).toMatchObject({ text: 'Done.' });
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', hear);
  }
});
