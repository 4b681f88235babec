/** What clients of version 1 look for, in the form in which claude-agent-acp and codex-acp send it. */
import { settled } from '@acp-stack/testing';
import type { AuthStatusResponse } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { agent, type Agent } from '../agent.ts';
import { info, initialize, wire, type Wire } from '../raw-client.test-support.ts';

const older = (clientCapabilities: object = {}): object => ({ protocolVersion: 1, clientCapabilities });
const newer = (capabilities: object = {}): object => ({ ...initialize, capabilities });

describe('a login in a terminal with a whole command', () => {
  const command = { command: '/bin/greeter', args: ['login'], env: { A: '1' }, label: 'Log in' };
  const shell = { type: 'terminal', methodId: 'shell', name: 'Shell', args: ['login'] } as const;
  const terminal = { auth: { terminal: true } };
  const says = { _meta: { 'terminal-auth': true } };

  const offered = async (params: object, meta: object = { 'terminal-auth': command }): Promise<unknown> => {
    const app = agent(info).onLogin([{ ...shell, _meta: meta as Record<string, unknown> }], {
      login: () => undefined,
      logout: () => undefined,
    });
    const { result } = await wire(app).call('initialize', params);
    return result?.['authMethods'];
  };

  test('is offered to a client of version 1 that says that it runs such commands', async () => {
    expect(await offered(older(says))).toEqual([{ id: 'shell', name: 'Shell', _meta: { 'terminal-auth': command } }]);
    expect(await offered(older({ ...says, ...terminal }))).toEqual([
      { type: 'terminal', id: 'shell', name: 'Shell', args: ['login'], _meta: { 'terminal-auth': command } },
    ]);
  });

  test.each([{}, { _meta: { 'terminal-auth': false } }, { _meta: { 'terminal-auth': 'true' } }])(
    'is not offered to one that does not: %j',
    async (capabilities) => {
      expect(await offered(older(capabilities))).toBeUndefined();
      expect(await offered(older({ ...capabilities, ...terminal }), { 'terminal-auth': command, own: 1 })).toEqual([
        { type: 'terminal', id: 'shell', name: 'Shell', args: ['login'], _meta: { own: 1 } },
      ]);
    },
  );

  test('is not offered without a command', async () => {
    expect(await offered(older(says), {})).toBeUndefined();
  });

  test('is a login of type terminal for clients of version 2', async () => {
    expect(await offered(newer({ auth: { terminal: {} }, ...says }))).toEqual([shell]);
    expect(await offered(newer(says))).toBeUndefined();
  });
});

describe('the state of the login', () => {
  const web = { type: 'agent', methodId: 'web', name: 'Web' } as const;
  const none = { authStatus: { kind: 'none', label: 'Not logged in' } };

  function loginApp(loggedIn: AuthStatusResponse): Agent {
    let status: AuthStatusResponse = { state: 'unauthenticated' };
    return agent(info).onLogin([web], {
      login: () => void (status = loggedIn),
      logout: () => void (status = { state: 'unauthenticated' }),
      status: () => status,
    });
  }

  const reports = async ({ sent }: Wire): Promise<unknown[]> => {
    await settled();
    return sent.filter(({ method }) => method === '_auth/status_update').map(({ params }) => params);
  };

  test('is sent to a client of version 1 after initialize, and when it has changed', async () => {
    const accounts = [{ label: 'Old' }, { label: 'Garden Max', active: true }];
    const client = wire(loginApp({ state: 'authenticated', accounts }));
    const { result } = await client.call('initialize', older());
    expect(result).toMatchObject({ agentCapabilities: { _meta: { authStatus: {} } } });
    expect(await reports(client)).toEqual([none]);
    expect(client.sent[0]?.result).toBeDefined();
    for (const method of ['logout', 'authenticate', 'authenticate', 'logout'])
      await client.call(method, method === 'logout' ? {} : { methodId: 'web' });
    expect(await reports(client)).toEqual([none, { authStatus: { kind: 'account', label: 'Garden Max' } }, none]);
  });

  test('is not sent again by a repeated initialize, nor if no login is needed', async () => {
    const client = wire(loginApp({ state: 'not_required' }));
    await client.call('initialize', older());
    await client.call('initialize', older());
    await client.call('authenticate', { methodId: 'web' });
    expect(await reports(client)).toEqual([none]);
  });

  test('is not sent to clients of version 2, which have auth/status', async () => {
    const client = wire(loginApp({ state: 'authenticated' }));
    const { result } = await client.call('initialize', newer());
    await client.call('auth/login', { methodId: 'web' });
    expect(await reports(client)).toEqual([]);
    expect(JSON.stringify(result)).not.toContain('authStatus');
  });

  test('is not sent by an agent that does not report it', async () => {
    const client = wire(agent(info).onLogin([web], { login: () => undefined, logout: () => undefined }));
    const { result } = await client.call('initialize', older());
    await client.call('authenticate', { methodId: 'web' });
    expect(await reports(client)).toEqual([]);
    expect(JSON.stringify(result)).not.toContain('authStatus');
  });
});
