/** The rules of logging in (E.3), proved on the wire. */
import type { Agent, ClientConnection } from '@acp-stack/sdk';
import { describe, expect } from 'vitest';

import { isOver, now, replying, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const browser = { type: 'agent', methodId: 'browser', name: 'Log in with the browser' } as const;
const terminal = { type: 'terminal', methodId: 'shell', name: 'Log in with a shell', args: ['--login'] } as const;

const lockable = (app: Agent): Agent =>
  app.onLogin([browser, terminal], { login: () => undefined, logout: () => undefined });

/** An agent with two ways to log in. */
async function guarded(stand: Stand): Promise<{ judge: WireJudge; offered: readonly Fields[] }> {
  const judge = stand.agent(replying, { build: lockable });
  const { result } = await judge.introduce({ capabilities: { auth: { terminal: {} } } });
  return { judge, offered: (result?.['authMethods'] ?? []) as readonly Fields[] };
}

/** A client of an agent that offers these ways to log in. */
async function visitor(
  stand: Stand,
  authMethods?: readonly object[],
): Promise<{ judge: WireJudge; connection: ClientConnection }> {
  const { judge, connection } = await stand.connecting();
  judge.whenever('auth/login', () => ({}));
  judge.whenever('auth/logout', () => ({}));
  const said = { protocolVersion: 2, info: { name: 'judge', version: '1.0.0' }, capabilities: { session: {} } };
  await judge.reply(judge.last('initialize'), { ...said, ...(authMethods === undefined ? {} : { authMethods }) });
  return { judge, connection: await now(connection, 'the client does not connect') };
}

describe('logging in', () => {
  provesOnWire('AUTH-01', {
    agent: async (stand) => {
      const { judge } = await guarded(stand);
      expect((await judge.ask('auth/login', { methodId: 'unheard-of' })).error?.code).toBe(-32_602);
      expect(await judge.ask('auth/login', { methodId: 'browser' })).toHaveProperty('result');
    },
    client: async (stand) => {
      const { judge, connection } = await visitor(stand, [browser]);
      await isOver(Promise.allSettled([connection.login('unheard-of'), connection.login('browser')]));
      expect(judge.all('auth/login').map(({ params }) => params)).toEqual([{ methodId: 'browser' }]);
    },
  });

  provesOnWire('AUTH-03', {
    agent: async (stand) => {
      const { offered } = await guarded(stand);
      expect(offered).toHaveLength(2);
      for (const method of offered) {
        expect(method).toMatchObject({
          type: expect.any(String) as string,
          methodId: expect.any(String) as string,
          name: expect.any(String) as string,
        });
      }
    },
  });

  provesOnWire('AUTH-04', {
    agent: async (stand) => {
      const { judge } = await guarded(stand);
      expect((await judge.ask('auth/login', { methodId: 'browser' })).result).toEqual({});
      expect((await judge.ask('auth/logout', {})).result).toEqual({});
    },
  });

  provesOnWire('AUTH-09', {
    agent: async (stand) => {
      const { judge, offered } = await guarded(stand);
      expect(offered.length).toBeGreaterThan(0);
      expect(await judge.ask('auth/login', { methodId: 'browser' })).toHaveProperty('result');
      expect(await judge.ask('auth/logout', {})).toHaveProperty('result');
    },
    client: async (stand) => {
      const { judge, connection } = await visitor(stand);
      await isOver(Promise.allSettled([connection.login('browser'), connection.logout()]));
      expect(judge.received.map(({ method }) => method)).toEqual(['initialize']);
    },
  });

  provesOnWire('AUTH-10', {
    agent: async (stand) => {
      const judge = stand.agent(replying, { build: lockable });
      for (const capabilities of [{}, { auth: {} }, { auth: { terminal: null } }]) {
        expect((await judge.introduce({ capabilities })).result?.['authMethods']).toEqual([browser]);
      }
      const { result } = await judge.introduce({ capabilities: { auth: { terminal: {} } } });
      expect(result?.['authMethods']).toEqual([browser, terminal]);
    },
  });

  provesOnWire('AUTH-13', {
    agent: async (stand) => {
      const { judge } = await guarded(stand);
      expect((await judge.ask('auth/login', { methodId: 'shell' })).error?.code).toBe(-32_602);
    },
    client: async (stand) => {
      const { judge, connection } = await visitor(stand, [browser, terminal]);
      await isOver(Promise.allSettled([connection.login('shell')]));
      expect(judge.all('auth/login')).toEqual([]);
    },
  });

  provesOnWire('AUTH-18', {
    title: 'auth/status is called only when it is advertised',
    client: async (stand) => {
      const { judge, connection } = await visitor(stand, [browser]);
      await isOver(Promise.allSettled([connection.authStatus()]));
      expect(judge.received.map(({ method }) => method)).toEqual(['initialize']);
    },
  });
});
