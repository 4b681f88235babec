/** The rules of logging in, proved on the wire. */
import { RpcError } from '@acp-stack/rpc';
import type { Agent, ClientConnection } from '@acp-stack/sdk';
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';
import type { AgentCommand } from '@acp-stack/stdio';
import { settled } from '@acp-stack/testing';
import { Login, type LoginHooks } from '@acp-stack/workspace/client';
import { beforeAll, describe, expect } from 'vitest';

import type { Credentials } from '../../apps/agent/src/auth/credentials.ts';
import { LoginController } from '../../apps/agent/src/auth/login-controller.ts';
import { serveAuth } from '../../apps/agent/src/auth/serve-auth.ts';
import { isOver, now, replying, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const browser = { type: 'agent', methodId: 'browser', name: 'Log in with the browser' } as const;
const terminal = { type: 'terminal', methodId: 'shell', name: 'Log in with a shell', args: ['--login'] } as const;

const lockable = (app: Agent): Agent =>
  app.onLogin([browser, terminal], { login: () => undefined, logout: () => undefined });

/** An agent with two ways to log in. */
async function guarded(fixture: ProgramFixture): Promise<{ tester: WireTester; offered: readonly Fields[] }> {
  const tester = fixture.agent(replying, { build: lockable });
  const { result } = await tester.introduce({ capabilities: { auth: { terminal: {} } } });
  return { tester, offered: (result?.['authMethods'] ?? []) as readonly Fields[] };
}

/** An agent that opens sessions only for those who have logged in, and how opening one is refused now. */
async function locked(
  fixture: ProgramFixture,
): Promise<{ tester: WireTester; opening: () => Promise<number | undefined> }> {
  let isOpen = false;
  const refusal = new RpcError(-32_000, 'Log in first.');
  const tester = fixture.agent(replying, {
    options: { admit: (method) => (method === 'session/new' && !isOpen ? refusal : undefined) },
    build: (app) => app.onLogin([browser], { login: () => void (isOpen = true), logout: () => void (isOpen = false) }),
  });
  await tester.introduce();
  return { tester, opening: async () => (await tester.ask('session/new', { cwd: '/work' })).error?.code };
}

/** Remembers a login as long as the test lasts. */
function memoryCredentials(): Credentials {
  let hasLogin = false;
  return {
    hasLogin: () => hasLogin,
    saveLogin: () => Promise.resolve(void (hasLogin = true)),
    removeLogin: () => Promise.resolve(void (hasLogin = false)),
  };
}

/** A client of an agent that offers these ways to log in. */
async function visitor(
  fixture: ProgramFixture,
  authMethods?: readonly object[],
  capabilities: object = {},
): Promise<{ tester: WireTester; connection: ClientConnection }> {
  const { tester, connection } = await fixture.connecting();
  tester.whenever('auth/login', () => ({}));
  tester.whenever('auth/logout', () => ({}));
  const said = {
    protocolVersion: 2,
    info: { name: 'judge', version: '1.0.0' },
    capabilities: { session: {}, ...capabilities },
  };
  await tester.reply(tester.last('initialize'), { ...said, ...(authMethods === undefined ? {} : { authMethods }) });
  return { tester, connection: await now(connection, 'the client does not connect') };
}

describe('logging in', () => {
  provesOnWire('AUTH-01', {
    agent: async (fixture) => {
      const { tester } = await guarded(fixture);
      expect((await tester.ask('auth/login', { methodId: 'unheard-of' })).error?.code).toBe(-32_602);
      expect(await tester.ask('auth/login', { methodId: 'browser' })).toHaveProperty('result');
    },
    client: async (fixture) => {
      const { tester, connection } = await visitor(fixture, [browser]);
      await isOver(Promise.allSettled([connection.login('unheard-of'), connection.login('browser')]));
      expect(tester.all('auth/login').map(({ params }) => params)).toEqual([{ methodId: 'browser' }]);
    },
  });

  provesOnWire('AUTH-03', {
    agent: async (fixture) => {
      const { offered } = await guarded(fixture);
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
    agent: async (fixture) => {
      const { tester } = await guarded(fixture);
      expect((await tester.ask('auth/login', { methodId: 'browser' })).result).toEqual({});
      expect((await tester.ask('auth/logout', {})).result).toEqual({});
    },
  });

  provesOnWire('AUTH-05', {
    agent: async (fixture) => {
      const { tester, opening } = await locked(fixture);
      expect(await opening()).toBe(-32_000);
      await tester.ask('auth/login', { methodId: 'browser' });
      expect(await opening()).toBeUndefined();
    },
  });

  provesOnWire('AUTH-07', {
    agent: async (fixture) => {
      const { tester, opening } = await locked(fixture);
      await tester.ask('auth/login', { methodId: 'browser' });
      expect(await opening()).toBeUndefined();
      await tester.ask('auth/logout', {});
      expect(await opening()).toBe(-32_000);
    },
  });

  provesOnWire('AUTH-09', {
    agent: async (fixture) => {
      const { tester, offered } = await guarded(fixture);
      expect(offered.length).toBeGreaterThan(0);
      expect(await tester.ask('auth/login', { methodId: 'browser' })).toHaveProperty('result');
      expect(await tester.ask('auth/logout', {})).toHaveProperty('result');
    },
    client: async (fixture) => {
      const { tester, connection } = await visitor(fixture);
      await isOver(Promise.allSettled([connection.login('browser'), connection.logout()]));
      expect(tester.received.map(({ method }) => method)).toEqual(['initialize']);
    },
  });

  provesOnWire('AUTH-10', {
    agent: async (fixture) => {
      const tester = fixture.agent(replying, { build: lockable });
      for (const capabilities of [{}, { auth: {} }, { auth: { terminal: null } }]) {
        expect((await tester.introduce({ capabilities })).result?.['authMethods']).toEqual([browser]);
      }
      const { result } = await tester.introduce({ capabilities: { auth: { terminal: {} } } });
      expect(result?.['authMethods']).toEqual([browser, terminal]);
    },
  });

  provesOnWire('AUTH-13', {
    agent: async (fixture) => {
      const { tester } = await guarded(fixture);
      expect((await tester.ask('auth/login', { methodId: 'shell' })).error?.code).toBe(-32_602);
    },
    client: async (fixture) => {
      const { tester, connection } = await visitor(fixture, [browser, terminal]);
      await isOver(Promise.allSettled([connection.login('shell')]));
      expect(tester.all('auth/login')).toEqual([]);
    },
  });

  provesOnWire('AUTH-18', {
    title: 'auth/status is called only when it is advertised',
    client: async (fixture) => {
      const { tester, connection } = await visitor(fixture, [browser]);
      await isOver(Promise.allSettled([connection.authStatus()]));
      expect(tester.received.map(({ method }) => method)).toEqual(['initialize']);
    },
  });
});

describe('how things stand', () => {
  const accounts = [{ label: 'Ada of the garden', email: 'ada@example.org' }];
  const asking = async (
    fixture: ProgramFixture,
    status: object,
  ): Promise<{ tester: WireTester; connection: ClientConnection }> => {
    const met = await visitor(fixture, [browser], { auth: { status: {} } });
    met.tester.whenever('auth/status', () => status);
    return met;
  };

  provesOnWire('AUTH-19', {
    title: 'an unknown state is not a failure, and says nothing',
    client: async (fixture) => {
      const { connection } = await asking(fixture, { state: 'half_way' });
      const { state } = await now(connection.authStatus(), 'the client does not learn how things stand');
      expect(['authenticated', 'unauthenticated', 'not_required']).not.toContain(state);
    },
  });

  provesOnWire('AUTH-20', {
    title: 'the bundled agent tells when the status has changed, and only then',
    agent: async (fixture) => {
      const credentials = memoryCredentials();
      const controller = new LoginController({ kinds: ['agent'], credentialsOf: () => credentials, key: undefined });
      const tester = fixture.agent(replying, {
        build: (app) => serveAuth(app, controller, { isPassword: () => true }),
      });
      const told = (): unknown[] => tester.all('auth/status_update').map(({ params }) => params?.['state']);
      await tester.introduce();
      for (const method of ['auth/login', 'auth/login', 'auth/logout', 'auth/logout'])
        await tester.ask(method, method === 'auth/login' ? { methodId: 'agent' } : {});
      expect(told()).toEqual(['authenticated', 'unauthenticated']);
    },
  });

  provesOnWire('AUTH-21', {
    title: 'what is known of an account is not sent on',
    client: async (fixture) => {
      const { tester, connection } = await asking(fixture, { state: 'authenticated', accounts });
      const status = await now(connection.authStatus(), 'the client does not learn how things stand');
      expect(status.accounts).toEqual(accounts);
      tester.whenever('session/new', () => ({ sessionId: 's1' }));
      const session = await now(connection.newSession({ cwd: '/work' }), 'the client opens no session');
      await isOver(session.prompt('hello'));
      expect(tester.all('session/prompt')).toHaveLength(1);
      for (const words of Object.values(accounts[0] ?? {}))
        expect(JSON.stringify(tester.received)).not.toContain(words);
    },
  });
});

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

/** A client whose user logs in by `methodId`, with the program `gardener` behind it. */
async function user(
  fixture: ProgramFixture,
  authMethods: readonly object[],
  { methodId, hooks = {} }: { methodId: string; hooks?: Partial<LoginHooks<ClientConnection>> },
): Promise<{ tester: WireTester; login: Login<ClientConnection>; ran: AgentCommand[]; again: WireTester[] }> {
  const { tester, connection } = await visitor(fixture, authMethods);
  const ran: AgentCommand[] = [];
  const again: WireTester[] = [];
  const login = new Login<ClientConnection>({
    connection,
    command: { command: 'gardener', args: ['--acp'], env: { MODE: 'acp' } },
    hooks: {
      choose: () => methodId,
      runInTerminal: (command) => {
        ran.push(command);
        return { exitCode: 0, signal: null };
      },
      restart: async () => {
        const next = await visitor(fixture, authMethods);
        again.push(next.tester);
        return next.connection;
      },
      ...hooks,
    },
  });
  return { tester, login, ran, again };
}

const open = (login: Login<ClientConnection>): Promise<unknown> => {
  const opening = login.run((connection) => connection.newSession({ cwd: '/work' }));
  opening.catch(() => undefined);
  return opening;
};

/** Refuses the last request of `method` until a login. */
const wantsLogin = (tester: WireTester, method: string): Promise<void> =>
  tester.send({ jsonrpc: '2.0', id: tester.last(method).id, error: { code: -32_000, message: 'Log in first.' } });

describe('a login that the agent wants', () => {
  provesOnWire('AUTH-06', {
    client: async (fixture) => {
      const { tester, connection: connecting } = await fixture.connecting();
      await tester.reply(tester.last('initialize'), {
        protocolVersion: 1,
        agentCapabilities: {},
        authMethods: [{ id: 'browser', name: 'Log in with the browser' }],
      });
      const connection = await now(connecting, 'the client does not connect');
      tester.whenever('logout', () => ({}));
      await isOver(Promise.allSettled([connection.logout()]));
      expect(tester.all('logout')).toEqual([]);
    },
  });

  provesOnWire('AUTH-08', {
    client: async (fixture) => {
      const { tester, login } = await user(fixture, [browser], { methodId: 'browser' });
      tester.whenever('session/new', () => ({ sessionId: 's1' }));
      const session = await now(login.connection.newSession({ cwd: '/work' }), 'the client opens no session');
      await now(login.logout(), 'the client does not log out');
      const prompting = login.run(() => session.prompt('hello'));
      prompting.catch(() => undefined);
      await settled();
      await wantsLogin(tester, 'session/prompt');
      expect(tester.all('auth/login').map(({ params }) => params)).toEqual([{ methodId: 'browser' }]);
      expect(tester.all('session/prompt')).toHaveLength(2);
      expect(tester.hasEnded).toBe(false);
    },
  });

  provesOnWire('AUTH-11', {
    client: async (fixture) => {
      const method = { ...terminal, env: [{ name: 'MODE', value: 'login' }], command: 'rm' };
      const { tester, login, ran } = await user(fixture, [method], { methodId: 'shell' });
      void open(login);
      await settled();
      await wantsLogin(tester, 'session/new');
      expect(ran).toEqual([{ command: 'gardener', args: ['--acp', '--login'], env: { MODE: 'login' } }]);
    },
  });

  provesOnWire('AUTH-12', {
    client: async (fixture) => {
      for (const status of [
        { exitCode: 1, signal: null },
        { exitCode: null, signal: 'SIGINT' },
      ]) {
        const hooks = { runInTerminal: () => status };
        const { tester, login, again } = await user(fixture, [terminal], { methodId: 'shell', hooks });
        const opening = open(login);
        await settled();
        await wantsLogin(tester, 'session/new');
        await expect(opening).rejects.toMatchObject({ name: 'LoginError', code: 'failed' });
        expect(tester.all('session/new')).toHaveLength(1);
        expect(again).toEqual([]);
      }
    },
  });

  provesOnWire('AUTH-14', {
    client: async (fixture) => {
      const { tester, login, again } = await user(fixture, [terminal], { methodId: 'shell' });
      void open(login);
      await settled();
      await wantsLogin(tester, 'session/new');
      await settled(12);
      expect(tester.all('session/new')).toHaveLength(1);
      expect(again.map((each) => each.received.map(({ method }) => method))).toEqual([['initialize', 'session/new']]);
    },
  });

  provesOnWire('AUTH-15', {
    title: 'a login that sets a variable twice cannot be chosen',
    client: async (fixture) => {
      const twice = [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ];
      const { login } = await user(fixture, [{ ...terminal, env: twice }], { methodId: 'shell' });
      expect(login.methods).toMatchObject([{ id: 'shell', obstacle: expect.any(String) as string }]);
    },
  });
});

describe('a login by variables', () => {
  const vars = [{ name: 'KEY' }, { name: 'REGION', label: 'Region', secret: false, optional: true }];
  const byKey = { type: 'env_var', id: 'key', name: 'Key', vars, link: 'https://example.org/keys' };

  /** A client of an agent of version 1 that wants variables. */
  const olderVisitor = async (
    fixture: ProgramFixture,
  ): Promise<{ tester: WireTester; connection: ClientConnection }> => {
    const { tester, connection } = await fixture.connecting();
    tester.whenever('authenticate', () => ({}));
    tester.whenever('session/new', () => ({ sessionId: 's1' }));
    await tester.reply(tester.last('initialize'), { protocolVersion: 1, agentCapabilities: {}, authMethods: [byKey] });
    return { tester, connection: await now(connection, 'the client does not connect') };
  };
  const command = { command: 'gardener', env: { MODE: 'acp' } };
  const choose = (): string => 'key';

  provesOnWire('AUTH-16', {
    agent: async (fixture) => {
      const { id: methodId, ...others } = byKey;
      // Version 2 has no such login; agents that know version 1 may offer it.
      const method = { ...others, methodId } as unknown as AuthMethod;
      const tester = fixture.agent(replying, {
        build: (app) => app.onLogin([method], { login: () => undefined, logout: () => undefined }),
      });
      const { result } = await tester.ask('initialize', { protocolVersion: 1 });
      expect(result?.['authMethods']).toEqual([byKey]);
    },
    client: async (fixture) => {
      const { connection } = await olderVisitor(fixture);
      const hooks = { choose, askVariables: () => undefined, restart: () => Promise.resolve(connection) };
      expect(new Login<ClientConnection>({ connection, command, hooks }).methods).toMatchObject([
        {
          kind: 'env_var',
          obstacle: undefined,
          link: 'https://example.org/keys',
          variables: [
            { name: 'KEY', label: 'KEY', isSecret: true, isOptional: false },
            { name: 'REGION', label: 'Region', isSecret: false, isOptional: true },
          ],
        },
      ]);
    },
  });

  provesOnWire('AUTH-17', {
    client: async (fixture) => {
      const { connection } = await olderVisitor(fixture);
      const started: AgentCommand[] = [];
      const again: WireTester[] = [];
      const login = new Login<ClientConnection>({
        connection,
        command,
        hooks: {
          choose,
          askVariables: () => ({ KEY: 'abc' }),
          restart: async (next) => {
            started.push(next);
            const met = await olderVisitor(fixture);
            again.push(met.tester);
            return met.connection;
          },
        },
      });
      login.login().catch(() => undefined);
      await settled(24);
      expect(started).toEqual([{ command: 'gardener', env: { MODE: 'acp', KEY: 'abc' } }]);
      expect(again.map((tester) => tester.all('authenticate').map(({ params }) => params))).toEqual([
        [{ methodId: 'key' }],
      ]);
    },
  });
});
