/**
 * What a chain that runs in any runtime says about MCP over ACP, and what becomes of servers that are offered to it.
 */
import { mcpServer, offer, tool } from '@acp-stack/mcp';
import { agent, CapabilityError, client, proxy, type McpServer } from '@acp-stack/sdk';
import { describe, expect, test, vi } from 'vitest';

import {
  answersInitialize,
  initializeParams,
  initializesByItself,
  rawAgent,
  RawEnd,
  rawProxy,
  request,
  result,
  wrap,
} from '../raw-component.test-support.ts';
import { chain } from './chain.ts';
import { wrapHandler } from './wrap-handler.ts';

const info = { name: 'tester', version: '1.0.0' };
const garden = mcpServer('garden', { water: tool({ type: 'object' }, () => 'wet') });

/** An agent that takes MCP servers over ACP, or only programs; and the servers of its sessions. */
function gardener(mcp: 'acp' | 'stdio') {
  const declared: (readonly McpServer[])[] = [];
  const app = agent({ name: 'gardener', version: '1.0.0' }, { mcp: [mcp] })
    .onSession(({ mcpServers }) => void declared.push(mcpServers))
    .onPrompt(() => undefined);
  return { app, declared };
}

describe.each([1, 2] as const)('a client of version %i before a chain', (version) => {
  const options = { versions: [version] } as never;

  test('whose agent lacks MCP over ACP is told so, although proxies always say that they take servers', async () => {
    const { app, declared } = gardener('stdio');
    const editor = client(info);
    const unsupported: unknown[] = [];
    const mcp = offer(editor, garden, { onUnsupported: (names) => void unsupported.push(names) });
    await using connection = await editor.connect(chain(proxy(info), chain(proxy(info)), app), options);
    expect(connection.supports('session.mcp.acp')).toBe(false);
    for (let index = 0; index < 2; index += 1) await connection.newSession({ cwd: '/' });
    expect(declared).toEqual([[], []]);
    expect(unsupported).toEqual([['garden']]);
    const own = connection.newSession({ cwd: '/', mcpServers: [mcp.declare(garden)] });
    await expect(own).rejects.toThrow(CapabilityError);
    await expect(own).rejects.toThrow(/session\.mcp\.acp/u);
  });

  test('whose agent has it offers its servers', async () => {
    const { app, declared } = gardener('acp');
    const editor = client(info);
    offer(editor, garden);
    await using connection = await editor.connect(chain(proxy(info), chain(app)), options);
    await connection.newSession({ cwd: '/' });
    expect(declared).toMatchObject([[{ type: 'acp', name: 'garden' }]]);
  });

  test('whose agent lacks it: a proxy does not declare its servers, and says so once', async () => {
    const { app, declared } = gardener('stdio');
    const unsupported: unknown[] = [];
    const offering = proxy(info);
    offer(offering, [garden, mcpServer('shed', {})], { onUnsupported: (names) => void unsupported.push(names) });
    await using connection = await client(info).connect(chain(offering, proxy(info), app), options);
    for (let index = 0; index < 2; index += 1) await connection.newSession({ cwd: '/' });
    expect(declared).toEqual([[], []]);
    expect(unsupported).toEqual([['garden', 'shed']]);
  });
});

test('a proxy that says nothing of MCP over ACP does not hide that the agent has it', async () => {
  const [first, last] = [rawProxy('first'), rawAgent('agent')];
  const plain = { protocolVersion: 2, info, capabilities: { session: { mcp: { http: {} } } } };
  const told = { ...plain, capabilities: { session: { mcp: { http: {}, acp: {} } } } };
  answersInitialize(last, told);
  first.onStart = (end) => {
    end.onMessage(({ id, method, params }) => {
      if (method === 'proxy/initialize') end.channel.send(wrap('initialize', params, `init:${String(id)}`));
      if (method === undefined) end.channel.send(result(String(id).slice('init:'.length), plain));
    });
  };
  const end = new RawEnd(chain(first, last).start());
  await end.send(request(1, 'initialize', initializeParams));
  expect(end.last).toEqual(result(1, told));
});

describe('a chain of proxies', () => {
  const plain = { protocolVersion: 2, info, capabilities: { session: {} } };

  test('takes MCP servers over ACP as every proxy does [PROXY-09]', async () => {
    const raw = rawProxy('raw');
    initializesByItself(raw);
    for (const each of [chain(), chain(raw), chain(wrapHandler('wrapper', {}))]) {
      const parent = new RawEnd(each.start());
      await parent.send(request(1, 'proxy/initialize', initializeParams));
      await parent.send(result(parent.last['id'], plain));
      expect(parent.last).toMatchObject({ id: 1, result: { capabilities: { session: { mcp: { acp: {} } } } } });
    }
  });

  test('tells its own proxies what its successor says', async () => {
    const [first, second] = [rawProxy('first'), rawProxy('second')];
    for (const each of [first, second]) initializesByItself(each);
    const parent = new RawEnd(chain(first, second).start());
    await parent.send(request(1, 'proxy/initialize', initializeParams));
    await parent.send(result(parent.last['id'], plain));
    expect(second.end.last).toMatchObject({ result: { capabilities: { session: {} } } });
    expect(first.end.last).toMatchObject({ result: plain });
  });
});

test('an offer without onUnsupported logs what the agent is not told of', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const editor = client(info);
  offer(editor, garden);
  await using connection = await editor.connect(gardener('stdio').app);
  await connection.newSession({ cwd: '/' });
  expect(warn.mock.calls).toEqual([
    [
      'The agent does not support MCP over ACP, so it is not told of the MCP server garden; wrap its channel with bridgeMcp of @acp-stack/mcp/node, or pass onUnsupported.',
    ],
  ]);
  warn.mockRestore();
});
