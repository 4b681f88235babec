import { acpTransport, mcpServer, tool, type McpMessage } from '@acp-stack/mcp';
import { agent, type Agent, type AgentSession } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { chained, connected, info, speaking, versions } from './chain.test-support.ts';
import { tools } from './tools.ts';

const schema = { type: 'object', properties: { plant: { type: 'string' } }, required: ['plant'] } as const;
const garden = mcpServer('garden', { water: tool(schema, ({ plant }) => `Watered the ${plant}.`) });

/** Calls a tool of the server `garden`, as an agent does. */
async function water({ mcpServers, connection }: AgentSession, plant: string): Promise<McpMessage | undefined> {
  const server = mcpServers.find(({ name }) => name === 'garden');
  if (server === undefined) return undefined;
  const transport = acpTransport(connection, server as never);
  const answers: McpMessage[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
  transport.onmessage = (message: McpMessage) => void answers.push(message);
  await transport.start();
  const clientInfo = { name: 'agent', version: '1' };
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  await transport.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello });
  await expect.poll(() => answers.length).toBe(1);
  await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const call = { name: 'water', arguments: { plant } };
  await transport.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call });
  await expect.poll(() => answers.length).toBe(2);
  await transport.close();
  return answers[1];
}

const using = (results: unknown[]): Agent =>
  agent(info, { mcp: ['acp'] }).onPrompt(async ({ session, text }) => {
    results.push((await water(session, text))?.result);
  });

describe.each(versions)('tools in version %i', (version) => {
  test('the agent calls a tool of the proxy, in new and in resumed sessions, which the client has not heard of', async () => {
    const results: unknown[] = [];
    const behind = chained([tools({ servers: garden })], speaking(version, using(results)));
    await using first = await connected(version, behind);
    const { id } = await first.connection.newSession({ cwd: '/' });
    await first.connection.session(id)?.prompt('rose');
    await using second = await connected(version, behind);
    await (await second.connection.resume({ sessionId: id, cwd: '/' })).prompt('tulip');
    expect(results).toMatchObject([
      { content: [{ type: 'text', text: 'Watered the rose.' }] },
      { content: [{ type: 'text', text: 'Watered the tulip.' }] },
    ]);
  });

  test('two connections have servers of their own', async () => {
    const results: unknown[] = [];
    const behind = chained([tools({ servers: [garden] })], speaking(version, using(results)));
    await using first = await connected(version, behind);
    await using second = await connected(version, behind);
    const sessions = await Promise.all([first, second].map(({ connection }) => connection.newSession({ cwd: '/' })));
    await Promise.all(sessions.map((session, index) => session.prompt(`plant ${index}`)));
    expect(JSON.stringify(results)).toContain('Watered the plant 0.');
    expect(JSON.stringify(results)).toContain('Watered the plant 1.');
  });
});
