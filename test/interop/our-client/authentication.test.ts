/** Our client with the official SDK's agent, on version 2: authentication. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { theirInfo } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, failure, connectAndInitialize } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('authentication', () => {
    const authMethods: official.AuthMethod[] = [
      { type: 'agent', methodId: 'key', name: 'The garden key' },
      { type: 'terminal', methodId: 'shed', name: 'In the shed', args: ['login'] },
    ];

    const guarded = (): official.AgentApp => {
      let isLoggedIn = false;
      return official
        .agent()
        .onRequest('initialize', () => ({
          protocolVersion: 2,
          info: theirInfo,
          capabilities: { session: {} },
          authMethods,
        }))
        .onRequest('auth/login', () => {
          isLoggedIn = true;
        })
        .onRequest('auth/logout', () => {
          isLoggedIn = false;
        })
        .onRequest('session/new', () => {
          if (!isLoggedIn) throw official.RequestError.authRequired({ reason: 'auth_required' });
          return { sessionId: 's' };
        });
    };

    test('meets -32000 before the login and after the logout', async () => {
      const { connection } = await connectAndInitialize(open(), guarded());
      expect(connection.authMethods).toEqual(authMethods);
      const { code, data } = await failure(connection.newSession({ cwd: '/garden' }));
      expect({ code, data }).toEqual({ code: -32_000, data: { reason: 'auth_required' } });
      await connection.login('key');
      await expect(connection.newSession({ cwd: '/garden' })).resolves.toMatchObject({ id: 's' });
      await connection.logout();
      expect((await failure(connection.newSession({ cwd: '/garden' }))).code).toBe(-32_000);
    });

    test('never sends a method that was not offered, or that belongs into a terminal', async () => {
      const { connection, sent } = await connectAndInitialize(open(), guarded());
      await expect(connection.login('crowbar')).rejects.toThrow('it offers key, shed');
      await expect(connection.login('shed')).rejects.toThrow('terminal');
      expect(sent().map(({ method }) => method)).toEqual(['initialize']);
    });
  });
});
