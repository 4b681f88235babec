import { agent, RpcError, type Agent, type AgentComponent, type ContentBlock } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { chained, connected, info, speaking, versions, type Version } from './chain.test-support.ts';
import { redact } from './redact.ts';

const key = `sk-${'a1B2c3D4'.repeat(5)}`;

const behind = (version: Version, served: Agent): AgentComponent => chained([redact()], speaking(version, served));

describe.each(versions)('redact in version %i', (version) => {
  test('hides secrets in prompts, and in what is read for the agent', async () => {
    const prompts: (readonly ContentBlock[])[] = [];
    const served = agent(info).onPrompt(({ prompt }) => {
      prompts.push(prompt);
    });
    await using front = await connected(version, behind(version, served));
    await (await front.connection.newSession({ cwd: '/' })).prompt(`My key is ${key}, use it.`);
    expect(prompts).toEqual([[{ type: 'text', text: 'My key is (hidden), use it.' }]]);
  });

  test('hides a secret that the chunks of a message cut anywhere, and loses no other character', async () => {
    const text = `It is ${key} and that is all.`;
    const served = agent(info).onPrompt(async ({ update }) => {
      for (const character of text) {
        const content = { type: 'text' as const, text: character };
        await update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content });
      }
    });
    await using front = await connected(version, behind(version, served));
    await (await front.connection.newSession({ cwd: '/' })).prompt('go');
    expect(front.textOf('agent_message_chunk')).toBe('It is (hidden) and that is all.');
  });

  test('keeps the order: a held word comes before the tool call that follows it', async () => {
    const served = agent(info).onPrompt(async ({ message, toolCall }) => {
      await message.append('I will look');
      await toolCall({ title: `Read ${key}`, rawInput: { apiKey: 'x' } }).complete();
      await message.append('Done');
    });
    await using front = await connected(version, behind(version, served));
    await (await front.connection.newSession({ cwd: '/' })).prompt('go');
    const shown = front.updates.flatMap((update) => {
      if (update.sessionUpdate === 'agent_message_chunk') return [(update.content as { readonly text: string }).text];
      return update.sessionUpdate === 'tool_call_update' && update.title ? [update.title, update.rawInput] : [];
    });
    expect(shown).toEqual(['I will ', 'look', 'Read (hidden)', { apiKey: '(hidden)' }, 'Done']);
  });

  test('leaves what one side is asked to do as it is: MCP servers and their keys', async () => {
    const servers: unknown[] = [];
    const served = agent(info, { mcp: ['stdio'] }).onPrompt(({ session }) => {
      servers.push(session.mcpServers);
    });
    await using front = await connected(version, behind(version, served));
    const mcpServers = [
      { type: 'stdio' as const, name: 'x', command: '/bin/x', args: [], env: [{ name: 'API_KEY', value: key }] },
    ];
    await (await front.connection.newSession({ cwd: '/', mcpServers })).prompt('go');
    expect(JSON.stringify(servers)).toContain(key);
  });

  test('hides secrets in errors', async () => {
    const served = agent(info).on(
      '_x/fail',
      (value) => value,
      () => {
        throw new RpcError(-32_099, `The key ${key} is wrong.`);
      },
    );
    await using front = await connected(version, behind(version, served));
    const failed = front.connection.request('_x/fail', { token: 'abc' });
    await expect(failed).rejects.toThrow('The key (hidden) is wrong.');
  });
});

describe('redact between raw messages', () => {
  const wire = (clock = new VirtualClock()) => {
    const channel = redact({ clock }).start();
    const heard: Record<string, unknown>[] = [];
    channel.open({
      receive: (message) => void heard.push(message as Record<string, unknown>),
      reject: () => undefined,
      ended: () => undefined,
    });
    const say = async (message: object): Promise<readonly Record<string, unknown>[]> => {
      channel.send({ jsonrpc: '2.0', ...message });
      await settled();
      return heard.splice(0);
    };
    const fromAgent = (method: string, params: object, id?: number): ReturnType<typeof say> =>
      say({ ...(id === undefined ? {} : { id }), method: 'proxy/successor', params: { method, params } });
    return { clock, say, fromAgent, heard };
  };

  test('shows the last word of a text after a moment of silence', async () => {
    const { clock, fromAgent, heard } = wire();
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello' } };
    expect(await fromAgent('session/update', { sessionId: 's', update })).toEqual([]);
    await clock.advance(300);
    expect(heard).toMatchObject([{ method: 'session/update', params: { sessionId: 's', update } }]);
    expect(clock.pending).toBe(0);
  });

  test('hides secrets in the bytes of a terminal, cut anywhere, and keeps other bytes', async () => {
    const { fromAgent } = wire();
    const bytes = `\u00FF\u00FE${key} \u0080`;
    const shown: string[] = [];
    const idle = { sessionUpdate: 'state_update', state: 'idle' };
    for (const data of Array.from(bytes, (byte) => btoa(byte))) {
      const update = { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data };
      const messages = await fromAgent('session/update', { sessionId: 's', update });
      shown.push(...messages.map(dataIn));
    }
    shown.push(...(await fromAgent('session/update', { sessionId: 's', update: idle })).map(dataIn));
    expect(shown.join('')).toBe('\u00FF\u00FE(hidden) \u0080');
  });

  test.each(['terminal_output', 'terminal_output_delta'])('hides secrets that are cut in _meta.%s', async (name) => {
    const { fromAgent } = wire();
    const shown: string[] = [];
    const say = async (data: string, more: object = {}): Promise<void> => {
      const update = {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        _meta: { [name]: { terminal_id: 't', data } },
      };
      for (const message of await fromAgent('session/update', { sessionId: 's', update: { ...update, ...more } })) {
        const { update: heard } = message['params'] as { readonly update: Record<string, unknown> };
        const meta = heard['_meta'] as Record<string, { readonly data: string }>;
        shown.push(meta[name]?.data ?? '', heard['status'] === 'completed' ? '.' : '');
      }
    };
    for (const piece of [`It is ${key.slice(0, 2)}`, key.slice(2, 20), `${key.slice(20)} and`]) await say(piece);
    await say(' that is all', { status: 'completed' });
    expect(shown.join('')).toBe('It is (hidden) and that is all.');
  });

  test('hides secrets beside the text of a chunk', async () => {
    const { fromAgent } = wire();
    const content = { type: 'text', text: 'Hello ', _meta: { apiKey: 'abc', note: `see ${key}` } };
    const update = { sessionUpdate: 'agent_message_chunk', content };
    const shown = await fromAgent('session/update', { sessionId: 's', update });
    expect(shown).toMatchObject([{ params: { update: { content: { text: 'Hello ' } } } }]);
    expect(JSON.stringify(shown)).not.toContain(key);
    expect(JSON.stringify(shown)).not.toContain('abc');
  });

  test('hides secrets in MCP messages of both forms and directions, and in their results', async () => {
    const { fromAgent, say } = wire();
    const call = {
      connectionId: 'c',
      method: 'tools/call',
      params: { name: 'x', arguments: { password: 'p', q: key } },
    };
    const [asked] = await fromAgent('mcp/message', call, 1);
    expect(asked).toMatchObject({
      method: 'mcp/message',
      params: {
        connectionId: 'c',
        method: 'tools/call',
        params: { arguments: { password: '(hidden)', q: '(hidden)' } },
      },
    });
    const [answered] = await say({ id: asked?.['id'], result: { content: [{ type: 'text', text: `It is ${key}` }] } });
    expect(answered).toMatchObject({ id: 1, result: { content: [{ type: 'text', text: 'It is (hidden)' }] } });
  });

  test('keeps what the user entered for the agent, logins, files to write and commands to run', async () => {
    const { fromAgent, say } = wire();
    const [form] = await fromAgent('elicitation/create', { sessionId: 's', message: 'Your key?' }, 1);
    const entered = { action: 'accept', content: { apiKey: key } };
    expect(await say({ id: form?.['id'], result: entered })).toMatchObject([{ id: 1, result: entered }]);
    const page = { sessionId: 's', mode: 'url', url: `https://login.example/?token=${key}`, message: 'Log in.' };
    expect(await fromAgent('elicitation/create', page, 4)).toMatchObject([{ params: page }]);
    const file = { sessionId: 's', path: '/x', content: `KEY=${key}` };
    expect(await fromAgent('fs/write_text_file', file, 2)).toMatchObject([{ params: file }]);
    const login = { methodId: 'k', _meta: { apiKey: key } };
    expect(await say({ id: 3, method: 'authenticate', params: login })).toMatchObject([{ params: { params: login } }]);
  });

  test('hides secrets in files that are read for the agent', async () => {
    const { fromAgent, say } = wire();
    const [read] = await fromAgent('fs/read_text_file', { sessionId: 's', path: '/x/.env' }, 1);
    const result = { content: `API_KEY=${key}\nPORT=80` };
    expect(await say({ id: read?.['id'], result })).toMatchObject([
      { result: { content: 'API_KEY=(hidden)\nPORT=80' } },
    ]);
  });
});

const dataIn = (message: Record<string, unknown>): string => {
  const { update } = message['params'] as { readonly update: { readonly data?: string } };
  return update.data === undefined ? '' : atob(update.data);
};
