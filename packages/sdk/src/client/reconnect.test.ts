/** A connection that goes on with an agent that was started again. */
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { agentInfo, bench, collect, RawAgent, rejection } from './raw-agent.test-support.ts';

/** An agent that answers `initialize`, and the channel to it. */
function restarted(capabilities: object = { session: {} }): { agent: RawAgent; channel: Channel } {
  const [channel, right] = memoryPair();
  const agent = new RawAgent(right);
  agent.whenever('initialize', { protocolVersion: 2, info: { ...agentInfo, version: '0.2.0' }, capabilities });
  return { agent, channel };
}

describe('reconnect', () => {
  test('opens the sessions again, and the same objects go on', async () => {
    await using stand = await bench({ capabilities: { session: { mcp: { stdio: {} } } } });
    const mcpServers = [{ type: 'stdio' as const, name: 'files', command: '/bin/files', args: [], env: [] }];
    const opening = stand.connection.newSession({ cwd: '/work', mcpServers });
    stand.agent.answer(await stand.agent.next('session/new'), { sessionId: 's1' });
    const session = await opening;
    const heard: string[] = [];
    session.onUpdate((update) => void heard.push(update.sessionUpdate));
    const run = session.prompt('hello');
    stand.agent.answer(await stand.agent.next('session/prompt'), { messageId: 'm1' });
    stand.agent.state('s1', 'running');
    stand.agent.die();
    await stand.connection.closed;
    expect(await rejection(run)).toMatchObject({ name: 'ConnectionError', code: 'closed' });
    expect(session.isClosed).toBe(true);

    const { agent, channel } = restarted({ session: { mcp: { stdio: {} } } });
    agent.whenever('session/resume', {});
    const { restored, lost } = await stand.connection.reconnect(channel);
    expect(restored).toEqual([session]);
    expect(lost).toEqual([]);
    expect(agent.received.find(({ method }) => method === 'session/resume')?.params).toEqual({
      sessionId: 's1',
      cwd: '/work',
      mcpServers,
    });
    expect(stand.connection.sessions).toEqual([session]);
    expect(stand.connection.agentInfo.version).toBe('0.2.0');
    expect(session.isClosed).toBe(false);
    expect(session.isBusy).toBe(false);

    const again = session.prompt('again');
    agent.answer(await agent.next('session/prompt'), { messageId: 'm2' });
    agent.echo('s1', 'm2');
    agent.state('s1', 'running');
    agent.state('s1', 'idle', { stopReason: 'end_turn' });
    const seen = await collect(again);
    expect(seen.map(({ sessionUpdate }) => sessionUpdate)).toEqual(['user_message', 'state_update', 'state_update']);
    expect(heard).toEqual(['state_update', 'user_message', 'state_update', 'state_update']);
    stand.connection.destroy();
  });

  test('opens a session as it was opened last, with the servers of that request', async () => {
    await using stand = await bench({ capabilities: { session: { mcp: { stdio: {} } } } });
    stand.agent.whenever('session/resume', {});
    const session = await stand.open('s1');
    const mcpServers = [{ type: 'stdio' as const, name: 'files', command: '/bin/files', args: [], env: [] }];
    await stand.connection.resume({ sessionId: 's1', cwd: session.cwd, mcpServers });
    stand.agent.die();
    await stand.connection.closed;
    const { agent, channel } = restarted({ session: { mcp: { stdio: {} } } });
    agent.whenever('session/resume', {});
    await stand.connection.reconnect(channel);
    expect(agent.received.find(({ method }) => method === 'session/resume')?.params).toEqual({
      sessionId: 's1',
      cwd: session.cwd,
      mcpServers,
    });
    stand.connection.destroy();
  });

  test('tells what could not be restored, and why; a later resume brings back the same object', async () => {
    await using stand = await bench();
    const [kept, refused] = [await stand.open('s1'), await stand.open('s2')];
    stand.agent.end();
    await stand.connection.closed;
    const { agent, channel } = restarted();
    const reconnecting = stand.connection.reconnect(channel);
    const requests = [await agent.next('session/resume'), await agent.next('session/resume')];
    for (const request of requests) {
      if (request.params?.['sessionId'] === 's1') agent.answer(request, {});
      else agent.refuse(request, -32_002);
    }
    const { restored, lost } = await reconnecting;
    expect(restored).toEqual([kept]);
    expect(lost).toMatchObject([{ session: refused, reason: { name: 'RpcError', code: -32_002 } }]);
    expect(refused.isClosed).toBe(true);
    expect(await rejection(refused.prompt('hello'))).toMatchObject({ code: 'closed' });
    agent.whenever('session/resume', {});
    expect(await stand.connection.resume({ sessionId: 's2', cwd: '/work' })).toBe(refused);
    expect(refused.isClosed).toBe(false);
  });

  test('can be tried again when the agent does not come up', async () => {
    await using stand = await bench();
    const session = await stand.open();
    stand.agent.die();
    await stand.connection.closed;
    const dead = restarted();
    const failing = rejection(stand.connection.reconnect(dead.channel));
    dead.agent.die();
    expect(await failing).toMatchObject({ code: 'closed' });
    const { agent, channel } = restarted();
    agent.whenever('session/resume', {});
    expect((await stand.connection.reconnect(channel)).restored).toEqual([session]);
  });

  test('is refused while the connection is open', async () => {
    await using stand = await bench();
    const { agent, channel } = restarted();
    expect(await rejection(stand.connection.reconnect(channel))).toMatchObject({
      message: expect.stringContaining('has not ended') as string,
    });
    await settled();
    expect(agent.hasEnded).toBe(true);
  });

  test('leaves alone what was closed before', async () => {
    await using stand = await bench();
    const session = await stand.open();
    stand.agent.whenever('session/close', {});
    await session.close();
    stand.agent.die();
    await stand.connection.closed;
    const { channel } = restarted();
    expect(await stand.connection.reconnect(channel)).toEqual({ restored: [], lost: [] });
    expect(session.isClosed).toBe(true);
  });

  test('ends again like any connection', async () => {
    await using stand = await bench();
    const session = await stand.open();
    stand.agent.die();
    await stand.connection.closed;
    const { agent, channel } = restarted();
    agent.whenever('session/resume', {});
    await stand.connection.reconnect(channel);
    const run = session.prompt('hello');
    agent.die();
    expect(await rejection(run)).toMatchObject({ code: 'closed' });
    expect((await stand.connection.closed).by).toBe('them');
  });
});
