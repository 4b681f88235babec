/** Our agent with our client: each uses what the other offers. */
import { describe, expect, test } from 'vitest';

import { memoryPair } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';

import type { ClientConnection } from '../client/client-connection.ts';
import { client, type Client } from '../client/client.ts';
import { collect } from '../client/raw-agent.test-support.ts';
import type { AgentConnection } from './agent-connection.ts';
import { agent, type Agent } from './agent.ts';

const agentInfo = { name: 'gardener', version: '1.0.0' };
const clientInfo = { name: 'editor', version: '1.0.0' };

async function meet(
  ours: Agent,
  theirs: Client = client(clientInfo),
): Promise<{ readonly ours: AgentConnection; readonly theirs: ClientConnection; readonly reports: unknown[] }> {
  const [agentSide, clientSide] = memoryPair();
  const reports: unknown[] = [];
  const options = { checkOutgoing: true, onReport: (report: unknown): void => void reports.push(report) };
  const agentConnection = ours.connect(agentSide, options);
  return { ours: agentConnection, theirs: await theirs.connect(clientSide, options), reports };
}

describe('the state of the login', () => {
  test('is asked for where it is offered, and told when it changes [AUTH-18, AUTH-19]', async () => {
    const told: unknown[] = [];
    const { ours, theirs } = await meet(
      agent(agentInfo).on('auth/status', () => ({
        state: 'authenticated',
        accounts: [{ label: 'Rose', active: true }],
      })),
      client(clientInfo).on('auth/status_update', (status) => void told.push(status)),
    );
    expect(theirs.supports('auth.status')).toBe(true);
    await expect(theirs.authStatus()).resolves.toEqual({
      state: 'authenticated',
      accounts: [{ label: 'Rose', active: true }],
    });
    await ours.raw.notify('auth/status_update', { state: 'unauthenticated' });
    await settled();
    expect(told).toEqual([{ state: 'unauthenticated' }]);
  });

  test('is not asked for otherwise [AUTH-18]', async () => {
    const { theirs } = await meet(agent(agentInfo));
    await expect(theirs.authStatus()).rejects.toMatchObject({ capability: 'auth.status' });
  });
});

describe('a stored session', () => {
  const sessions = (): Agent => agent(agentInfo, { systemPrompt: 'append' }).onPrompt(() => undefined);

  test('is archived, brought back and named [ARCH-01, ARCH-02, ARCH-03, TITLE-01]', async () => {
    const { theirs } = await meet(sessions());
    const { id } = await theirs.newSession({ cwd: '/garden' });
    await expect(theirs.status(id)).resolves.toEqual({ status: 'open' });
    await theirs.archive(id);
    await theirs.archive(id);
    expect(theirs.session(id)).toBeUndefined();
    await expect(theirs.status(id)).resolves.toEqual({ status: 'saved' });
    await expect(collect(theirs.list())).resolves.toEqual([]);
    await expect(theirs.setTitle(id, '  Roses ')).resolves.toBe('Roses');
    await expect(theirs.setTitle(id, ' ')).rejects.toMatchObject({ code: -32_602 });
    await expect(collect(theirs.list({ archived: 'only' }))).resolves.toMatchObject([
      { title: 'Roses', archived: true },
    ]);
    await theirs.unarchive(id);
    await expect(collect(theirs.list())).resolves.toMatchObject([{ sessionId: id, archived: false }]);
    await expect(theirs.archive('unknown')).rejects.toMatchObject({ code: -32_002 });
  });

  test('is given a title while it is open, and says so [TITLE-01]', async () => {
    const { theirs } = await meet(sessions());
    const session = await theirs.newSession({ cwd: '/garden' });
    await session.setTitle('Roses');
    expect(session.info.title).toBe('Roses');
  });

  test('is opened with instructions, but not in a mode that is not offered [SETUP-25]', async () => {
    const { ours, theirs } = await meet(sessions());
    const content = [{ type: 'text', text: 'Be brief.' }] as const;
    const { id } = await theirs.newSession({ cwd: '/garden', systemPrompt: { mode: 'append', content } });
    expect(ours.sessions[0]?.systemPrompt).toEqual({ mode: 'append', content });
    await theirs.resume({ sessionId: id, cwd: '/garden', systemPrompt: { mode: 'append', content } });
    await expect(
      theirs.newSession({ cwd: '/garden', systemPrompt: { mode: 'override', content } }),
    ).rejects.toMatchObject({ capability: 'session.systemPrompt.mode.override' });
  });
});

describe('everything that is not a message', () => {
  test('reaches the client as it was said', async () => {
    const { theirs, reports } = await meet(
      agent(agentInfo).onPrompt(async (turn) => {
        await turn.session.notice('info', 'Rain');
        await turn.compaction().complete('It rained.');
        await turn.update({ sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Gnome' });
        await turn.session.usage({ used: 1, size: 2, cost: { amount: 1, currency: 'EUR' } });
        await turn.session.setBackground([{ type: 'subagent', sessionId: 'child' }]);
      }),
    );
    const session = await theirs.newSession({ cwd: '/garden' });
    const run = session.prompt('work');
    expect((await collect(run)).map((update) => update.sessionUpdate)).toEqual([
      'user_message',
      'state_update',
      'notice',
      'compaction_update',
      'compaction_update',
      'subagent_update',
      'usage_update',
      'state_update',
      'state_update',
    ]);
    await expect(run).resolves.toMatchObject({ stopReason: 'end_turn' });
    expect(session.usage).toEqual({ used: 1, size: 2, cost: { amount: 1, currency: 'EUR' } });
    expect(session.background).toEqual([{ type: 'subagent', sessionId: 'child' }]);
    expect(reports).toEqual([]);
  });
});
