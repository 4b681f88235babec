/**
 * The bundled agent with a server of its client, which the bridge gives it over HTTP or stdio instead of ACP; and what
 * is left of a bridge that was killed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env, execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import { memoryPair } from '@acp-stack/rpc';
import { codingAgent } from '@acp-stack/agent';
import { bridgeMcp, type McpWay } from '@acp-stack/mcp/node';
import { memoryStore } from '@acp-stack/sdk';
import { modelServer } from '@acp-stack/testing/model-server';
import { describe, expect, test } from 'vitest';

import { quoteWord } from '../../apps/cli/src/text/shell-words.ts';
import { readConfig } from '../../apps/agent/src/providers/config-file.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';
import { acpProgram, acpUser, fixtureAgent } from '../support/acp-program.ts';
import { repository, temporaryFolder } from '../support/checkout.ts';
import { WireClient } from '../support/wire-client.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A server that waters the garden, as it is asked by its methods. */
function garden({ method }: Fields): Fields {
  if (method === 'initialize') {
    const serverInfo = { name: 'garden', version: '1.0.0' };
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
  }
  if (method === 'tools/list') return { tools: [{ name: 'water', inputSchema: { type: 'object' } }] };
  return { content: [{ type: 'text', text: 'It is wet now.' }] };
}

const info = { name: 'editor', version: '1.0.0' };
const introductions = {
  1: { protocolVersion: 1, clientInfo: info, clientCapabilities: {} },
  2: { protocolVersion: 2, info, capabilities: {} },
};

test.each([
  [1, 'http'],
  [1, 'stdio'],
  [2, 'http'],
  [2, 'stdio'],
] as const)(
  'the bundled agent, of version %i, uses a tool of its client over %s, and lets go of it with the session',
  async (version: 1 | 2, way: McpWay) => {
    await using model = await modelServer({
      turns: [{ toolCalls: [{ name: 'mcp_garden_water' }] }, { text: 'Done.' }],
      models: ['oracle'],
    });
    const [agentEnd, clientEnd] = memoryPair();
    const config = { model: 'oracle', providers: { openai: { baseUrl: model.url } } };
    const providers = new Providers(readConfig(JSON.stringify(config), 'agent.json', {}));
    codingAgent({ store: memoryStore(), providers, version: '1.0.0' }).connect(agentEnd);
    const left: unknown[] = [];
    const client = new WireClient(bridgeMcp(clientEnd, { prefer: [way] }), {
      'session/request_permission': ({ options }) => ({
        outcome: { outcome: 'selected', optionId: (options as readonly { readonly optionId: string }[])[0]?.optionId },
      }),
      'mcp/connect': ({ serverId }) => ({ connectionId: `to ${String(serverId)}` }),
      'mcp/message': garden,
      'mcp/disconnect': ({ connectionId }) => {
        left.push(connectionId);
        return {};
      },
    });
    await client.call('initialize', introductions[version]);
    const mcpServers = [{ type: 'acp', name: 'garden', id: 'g' }];
    const { sessionId } = await client.call('session/new', { cwd: '/', mcpServers });
    await client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Water it.' }] });
    const { body, ended } = await model.request(2);
    expect(JSON.stringify(body)).toContain('It is wet now.');
    await ended;
    await client.call('session/close', { sessionId });
    await client.until(({ method }) => method === 'mcp/disconnect');
    expect(left).toEqual(['to g']);
    clientEnd.destroy();
  },
);

describe('the tools of a proxy', () => {
  const tools = join(repository, 'examples/tools-in-one-file/my-tools.mjs');

  test.each([
    ['acp conduct', 'stdio', '1', true],
    ['acp exec --proxy', 'http', '2', false],
  ] as const)('reach an agent without MCP over ACP in %s, over %s', async (_, way, protocol, isConducted) => {
    using user = acpUser();
    const agent = fixtureAgent('tool-user.mjs', way);
    const proxy = ['--proxy', `tools --file ${quoteWord(tools)}`];
    const [before, command] = isConducted
      ? [[], [execPath, acpProgram, 'conduct', ...proxy, '--', ...agent]]
      : [proxy, agent];
    const { out, err } = await user.run(['exec', '--protocol', protocol, ...before, 'rose', '--', ...command]);
    expect({ out, err }).toEqual({ out: `${way} my-tools season: June\n`, err: '' });
  });
});

interface Declared {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

/** A process with a bridge, and what it declares to its agent. */
async function startBridge(temporary: string): Promise<{
  readonly kill: () => Promise<void>;
  readonly declared: Declared;
  readonly folder: string;
}> {
  const process = spawn(execPath, [join(import.meta.dirname, 'stdio-programs', 'mcp-bridge.mjs')], {
    env: { ...env, TMPDIR: temporary },
  });
  const exited = once(process, 'exit');
  const [line] = (await once(createInterface({ input: process.stdout }), 'line')) as [string];
  const declared = JSON.parse(line) as Declared;
  return {
    kill: async () => {
      process.kill('SIGKILL');
      await exited;
    },
    declared,
    folder: dirname(declared.env.find(({ name }) => name === 'ACP_MCP_SOCKET')?.value ?? ''),
  };
}

test('a program whose bridge is killed exits, and the next bridge removes the folder', async () => {
  // Another bridge of this machine would remove the folder as well.
  using temporary = temporaryFolder();
  const { kill, declared, folder } = await startBridge(temporary.path);
  const variables = Object.fromEntries(declared.env.map(({ name, value }) => [name, value]));
  const program = spawn(declared.command, declared.args, { env: variables });
  const exited = once(program, 'exit');
  const words = text(program.stderr);
  program.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await once(program.stdout, 'data');
  await kill();
  expect(await exited).toEqual([1, null]);
  expect(await words).toMatch(/^The ACP session that this MCP server belongs to cannot be reached/u);
  expect(existsSync(folder)).toBe(true);
  const next = await startBridge(temporary.path);
  expect(existsSync(folder)).toBe(false);
  await next.kill();
});
