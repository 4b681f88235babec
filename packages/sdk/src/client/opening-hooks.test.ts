/** What libraries do for each session of a client. */
import { memoryPair } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { client, type Client } from './client.ts';
import type { ClientConnection } from './client-connection.ts';
import { agentInfo, RawAgent, rejection } from './raw-agent.test-support.ts';

const server = (name: string): { type: 'acp'; name: string; serverId: string } => ({
  type: 'acp',
  name,
  serverId: name,
});

/** A client whose hooks add one server with a new name each time, and what they learn. */
function hooked(): { app: Client; log: string[] } {
  const log: string[] = [];
  let count = 0;
  const app = client({ name: 'editor', version: '1.0.0' }).onOpening((setup, opening) => {
    count += 1;
    const name = `tools-${count}`;
    log.push(`${opening.method} ${opening.sessionId ?? 'new'}`);
    opening.onOpened((sessionId) => void log.push(`${name} is for ${sessionId}`));
    opening.onEnded(() => void log.push(`${name} has ended`));
    return Promise.resolve({ ...setup, mcpServers: [...(setup.mcpServers ?? []), server(name)] });
  });
  return { app, log };
}

async function connected(app: Client): Promise<{ agent: RawAgent; connection: ClientConnection }> {
  const [left, right] = memoryPair();
  const agent = new RawAgent(right);
  const capabilities = { session: { fork: {}, mcp: { acp: {} } } };
  agent.whenever('initialize', { protocolVersion: 2, info: agentInfo, capabilities });
  return { agent, connection: await app.connect(left) };
}

const serversOf = (message: { readonly params?: unknown }): unknown =>
  (message.params as { mcpServers?: { name: string }[] }).mcpServers?.map(({ name }) => name);

describe('hooks before sessions are opened', () => {
  test('change what is sent for new, resumed and forked sessions, and keep what the program gave', async () => {
    const { app, log } = hooked();
    const { agent, connection } = await connected(app);
    const made = connection.newSession({ cwd: '/work', mcpServers: [server('own')] });
    const request = await agent.next('session/new');
    expect(serversOf(request)).toEqual(['own', 'tools-1']);
    agent.answer(request, { sessionId: 's1' });
    const session = await made;
    const forked = session.fork();
    const fork = await agent.next('session/fork');
    expect(serversOf(fork)).toEqual(['tools-2']);
    agent.answer(fork, { sessionId: 's2' });
    await forked;
    const resumed = connection.resume({ sessionId: 's3', cwd: '/work' });
    const resume = await agent.next('session/resume');
    expect(serversOf(resume)).toEqual(['tools-3']);
    agent.answer(resume, {});
    await resumed;
    expect(log).toEqual([
      'session/new new',
      'tools-1 is for s1',
      'session/fork new',
      'tools-2 is for s2',
      'session/resume s3',
      'tools-3 is for s3',
    ]);
    connection.destroy();
  });

  test('learn that a session was closed, could not be opened, or went with its connection', async () => {
    const { app, log } = hooked();
    const { agent, connection } = await connected(app);
    agent.whenever('session/close', {});
    const made = connection.newSession({ cwd: '/work' });
    agent.answer(await agent.next('session/new'), { sessionId: 's1' });
    await made;
    await connection.closeSession('s1');
    expect(log.at(-1)).toBe('tools-1 has ended');
    const refused = rejection(connection.newSession({ cwd: '/work' }));
    agent.refuse(await agent.next('session/new'), -32_603, 'No.');
    await refused;
    expect(log.at(-1)).toBe('tools-2 has ended');
    const last = connection.newSession({ cwd: '/work' });
    agent.answer(await agent.next('session/new'), { sessionId: 's2' });
    await last;
    agent.die();
    await connection.closed;
    expect(log.at(-1)).toBe('tools-3 has ended');
  });

  test('run again when a session is opened again after a reconnect', async () => {
    const { app } = hooked();
    const { agent, connection } = await connected(app);
    const made = connection.newSession({ cwd: '/work', mcpServers: [server('own')] });
    agent.answer(await agent.next('session/new'), { sessionId: 's1' });
    await made;
    agent.die();
    await connection.closed;
    const [left, right] = memoryPair();
    const next = new RawAgent(right);
    next.whenever('initialize', {
      protocolVersion: 2,
      info: agentInfo,
      capabilities: { session: { mcp: { acp: {} } } },
    });
    next.whenever('session/resume', {});
    await connection.reconnect(left);
    const resume = next.received.find(({ method }) => method === 'session/resume');
    expect(serversOf(resume ?? {})).toEqual(['own', 'tools-2']);
    connection.destroy();
  });

  test('may refuse: the error of a hook is the error of the call, and nothing is sent', async () => {
    const app = client({ name: 'editor', version: '1.0.0' }).onOpening(() => {
      throw new Error('No session today.');
    });
    const { agent, connection } = await connected(app);
    await expect(connection.newSession({ cwd: '/work' })).rejects.toThrow('No session today.');
    expect(agent.received.map(({ method }) => method)).toEqual(['initialize']);
    connection.destroy();
  });
});
