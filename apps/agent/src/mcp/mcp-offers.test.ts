/** What MCP servers offer beside tools, with a real client: prompts, resources, progress, and what is declined. */
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

import {
  client,
  memoryPair,
  memoryStore,
  type ClientSession,
  type McpServer,
  type SessionUpdate,
} from '@acp-stack/sdk';
import { modelServer, type ModelTurn } from '@acp-stack/testing/model-server';
import { describe, expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { codingAgent } from '../coding-agent.ts';
import { readConfig } from '../providers/config-file.ts';
import { Providers } from '../providers/providers.ts';

const require = createRequire(new URL('../../../../package.json', import.meta.url));
const everything = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');
let cwd = '';

eachFolder((path) => {
  cwd = path;
});

interface Met extends AsyncDisposable {
  readonly session: ClientSession;
  readonly heard: readonly SessionUpdate[];
  readonly hear: (fits: (update: SessionUpdate) => boolean) => Promise<SessionUpdate>;
  readonly text: () => string;
  /** The bodies of the requests to the model. */
  readonly asked: () => readonly string[];
}

const node = (name: string, ...args: readonly string[]): McpServer => ({
  type: 'stdio',
  name,
  command: process.execPath,
  args,
});

async function meet(mcpServers: readonly McpServer[], turns?: readonly ModelTurn[]): Promise<Met> {
  const server = await modelServer({ turns: turns ?? [], models: ['oracle'] });
  const config = turns === undefined ? {} : { model: 'oracle', providers: { openai: { baseUrl: server.url } } };
  const providers = new Providers(readConfig(JSON.stringify(config), 'agent.json', {}));
  const [left, right] = memoryPair();
  const served = codingAgent({ store: memoryStore(), providers, version: '1.0.0' }).connect(left);
  const heard: SessionUpdate[] = [];
  const looks = new Set<() => void>();
  const connection = await client({ name: 'editor', version: '1.0.0' })
    .onPermission(() => 'allow_once')
    .onUpdate((update) => {
      heard.push(update);
      for (const look of looks) look();
    })
    // Only version 1 has servers of type sse.
    .connect(right, mcpServers.some(({ type }) => type === ('sse' as string)) ? { versions: [1] } : {});
  const session = await connection.newSession({ cwd, mcpServers });
  return {
    session,
    heard,
    hear: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = heard.find((update) => fits(update));
          if (found !== undefined) resolve(found);
        };
        looks.add(look);
        look();
      }),
    text: () =>
      heard
        .flatMap((each) =>
          each.sessionUpdate === 'agent_message_chunk' && each.content.type === 'text' ? [each.content.text] : [],
        )
        .join(''),
    asked: () => server.requests.map(({ body }) => JSON.stringify(body)),
    [Symbol.asyncDispose]: async () => {
      connection.destroy();
      await served.close({ grace: 2000 });
      await server.close();
    },
  };
}

const call = (name: string, input: object = {}): ModelTurn => ({ toolCalls: [{ name, input }] });

describe('the server of everything, with a model', () => {
  test('has its prompts as commands, its resources as tools, its progress in titles, and the roots of the session', async () => {
    await using met = await meet(
      [node('e', everything, 'stdio')],
      [
        { text: 'It rains.' },
        call('mcp_list_resources'),
        { text: 'Listed.' },
        call('mcp_read_resource', { server: 'e', uri: 'demo://resource/dynamic/text/1' }),
        call('mcp_e_trigger-long-running-operation', { duration: 0.02, steps: 2 }),
        call('mcp_e_get-roots-list'),
        { text: 'Done.' },
      ],
    );
    const { session, hear, heard, text, asked } = met;
    const commands = await hear(
      (update) =>
        update.sessionUpdate === 'available_commands_update' && JSON.stringify(update).includes('e:args-prompt'),
    );
    expect(commands).toMatchObject({
      availableCommands: expect.arrayContaining([
        expect.objectContaining({ name: 'e:args-prompt', input: { type: 'text', hint: 'city [state]' } }),
        expect.objectContaining({ name: 'e:simple-prompt' }),
        expect.objectContaining({ name: 'read' }),
      ]) as unknown,
    });

    expect((await session.prompt('/e:args-prompt')).stopReason).toBe('end_turn');
    expect(text()).toContain('“city” is missing; write it as /e:args-prompt city=… [state=…].');
    expect(asked()).toEqual([]);

    await session.prompt('/e:args-prompt "New York" NY');
    expect(asked()[0]).toContain("What's weather in New York, NY?");
    expect(asked()[0]).not.toContain('/e:args-prompt');
    expect(heard).toContainEqual(expect.objectContaining({ title: 'Get the prompt e:args-prompt' }));

    await session.prompt('What resources are there?');
    expect(asked()[2]).toContain('demo://resource/');
    await session.prompt('Read one.');
    expect(asked()[4]).toContain('<resource uri=');
    // What comes together with the answer is too late for a title.
    const titles = heard.flatMap((update) =>
      update.sessionUpdate === 'tool_call_update' && update.title?.startsWith('Trigger') ? [update.title] : [],
    );
    expect(titles.at(-1)).toBe('Trigger Long Running Operation Tool (e)');
    expect(asked()[6]).toContain(pathToFileURL(cwd).href);
    // The model of the session is the user's: a server that wants to use it is not told that it could.
    expect(asked()[0]).not.toContain('trigger-sampling-request');
  });
});

test('a prompt without a model is shown, and why nothing comes of it', async () => {
  await using met = await meet([node('e', everything, 'stdio')]);
  await met.session.prompt('/e:simple-prompt');
  expect(JSON.stringify(met.heard)).toContain('This is a simple prompt without arguments.');
  expect(met.text()).toContain('This prompt needs a model');
  expect(met.text()).toContain('/model explains how to add one');
});

/** A server in a few lines: what it answers, and what it says on its own. */
const scripted = (body: string): McpServer =>
  node(
    's',
    '-e',
    `const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
     let count = 0;
     process.stdin.on('data', (data) => {
       for (const line of String(data).split('\\n')) {
         if (line === '') continue;
         const { id, method, result, error } = JSON.parse(line);
         if (method === 'initialize') send({ id, result: { protocolVersion: '2025-06-18',
           capabilities: { prompts: { listChanged: true }, logging: {} }, serverInfo: { name: 's', version: '1' } } });
         else { ${body} }
       }
     });`,
  );

describe('a server', () => {
  test('whose prompts change has other commands, and what it reports is shown when it is serious', async () => {
    await using met = await meet([
      scripted(`if (method === 'prompts/list') {
        count += 1;
        send({ id, result: { prompts: [{ name: 'p' + count }] } });
        if (count === 1) {
          send({ method: 'notifications/message', params: { level: 'info', data: 'small talk' } });
          send({ method: 'notifications/message', params: { level: 'error', data: { reason: 'no ink' } } });
          send({ method: 'notifications/prompts/list_changed' });
        }
      } else if (id !== undefined && method !== undefined) send({ id, error: { code: -32601, message: 'no' } });`),
    ]);
    await met.hear((update) => JSON.stringify(update).includes('"s:p2"'));
    const notice = await met.hear(({ sessionUpdate }) => sessionUpdate === 'notice');
    expect(notice).toMatchObject({ title: 'The MCP server s reports: {"reason":"no ink"}' });
    expect(JSON.stringify(met.heard)).not.toContain('small talk');
  });

  test('whose prompt is empty ends the turn with a word about it', async () => {
    const server = scripted(`if (method === 'prompts/list') send({ id, result: { prompts: [{ name: 'void' }] } });
      else if (method === 'prompts/get') send({ id, result: { messages: [] } });
      else if (id !== undefined && method !== undefined) send({ id, error: { code: -32601, message: 'no' } });`);
    await using met = await meet([server], [{ text: 'never asked' }]);
    expect((await met.session.prompt('/s:void')).stopReason).toBe('end_turn');
    expect(met.text()).toBe('The prompt s:void is empty, so there is nothing to ask the model.\n');
    expect(met.asked()).toEqual([]);
  });

  test('that asks for sampling is told that there is none', async () => {
    await using met = await meet([
      scripted(`if (method === 'prompts/list') {
        send({ id, result: { prompts: [] } });
        send({ id: 'mine', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } });
      } else if (error !== undefined) {
        send({ method: 'notifications/message', params: { level: 'error', data: 'refused with ' + error.code } });
      } else if (id !== undefined && method !== undefined) send({ id, error: { code: -32601, message: 'no' } });`),
    ]);
    const notice = await met.hear(({ sessionUpdate }) => sessionUpdate === 'notice');
    expect(notice).toMatchObject({ title: 'The MCP server s reports: refused with -32601' });
  });

  test.each(['http', 'sse'] as const)('of the kind %s that wants a login is reported with what to do', async (type) => {
    const server: Server = createServer((_, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('{"error":"invalid_token"}');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
      await using met = await meet([{ type, name: 'far', url, headers: [] } as unknown as McpServer]);
      const notice = await met.hear(({ sessionUpdate }) => sessionUpdate === 'notice');
      expect(notice).toMatchObject({
        title: 'The MCP server far cannot be used.',
        description: expect.stringContaining('put its token into the headers of its configuration') as string,
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
