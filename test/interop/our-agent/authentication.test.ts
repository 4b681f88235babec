/** Our agent with the official SDK's client, on version 2: authentication. */
import { describe, expect, test } from 'vitest';
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import { agent, type Agent } from '@acp-stack/sdk';
import { links } from '../official-stream.ts';
import { checkEachTest, failure, info, connectAndInitialize } from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('authentication', () => {
    /** An agent whose sessions are for those who have logged in. */
    const guarded = (): { app: Agent; calls: string[] } => {
      const calls: string[] = [];
      let isLoggedIn = false;
      const app = agent(info)
        .onPrompt(() => undefined)
        .onSession(() => {
          if (!isLoggedIn) throw new RpcError(errorCodes.authentication_required, 'Log in first.');
        })
        .onLogin([{ type: 'agent', methodId: 'key', name: 'The garden key' }], {
          login: ({ methodId }) => {
            calls.push(methodId);
            isLoggedIn = true;
          },
          logout: () => {
            calls.push('logout');
            isLoggedIn = false;
          },
        });
      return { app, calls };
    };

    test('refuses sessions with -32000 before the login and after the logout', async () => {
      const { app, calls } = guarded();
      const { peer, introduction } = await connectAndInitialize(open(), app);
      expect(introduction.authMethods).toEqual([{ type: 'agent', methodId: 'key', name: 'The garden key' }]);
      expect((await failure(peer.buildSession('/garden').start())).code).toBe(-32_000);
      await expect(peer.request('auth/login', { methodId: 'key' })).resolves.toEqual({});
      await expect(peer.buildSession('/garden').start()).resolves.toBeDefined();
      await expect(peer.request('auth/logout', {})).resolves.toEqual({});
      expect((await failure(peer.buildSession('/garden').start())).code).toBe(-32_000);
      expect(calls).toEqual(['key', 'logout']);
    });

    test('refuses a login that was not offered with -32602', async () => {
      const { app, calls } = guarded();
      const { peer } = await connectAndInitialize(open(), app);
      expect((await failure(peer.request('auth/login', { methodId: 'crowbar' }))).code).toBe(-32_602);
      expect(calls).toEqual([]);
    });

    test('lists no session that it has refused to open', async () => {
      const { peer } = await connectAndInitialize(open(), guarded().app);
      await failure(peer.buildSession('/garden').start());
      await expect(peer.request('session/list', {})).resolves.toEqual({ sessions: [] });
    });

    test('has neither login nor logout when it offers none', async () => {
      const { peer, introduction } = await connectAndInitialize(open(), agent(info));
      expect(introduction.authMethods).toBeUndefined();
      expect((await failure(peer.request('auth/login', { methodId: 'key' }))).code).toBe(-32_601);
      expect((await failure(peer.request('auth/logout', {}))).code).toBe(-32_601);
    });

    test('tells the status of the login', async () => {
      const app = agent(info).on('auth/status', () => ({ state: 'unauthenticated' as const }));
      const { peer, introduction } = await connectAndInitialize(open(), app);
      expect(introduction.capabilities?.auth).toEqual({ status: {} });
      await expect(peer.request('auth/status', {})).resolves.toEqual({ state: 'unauthenticated' });
    });
  });
});
