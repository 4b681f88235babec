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

/** An agent that opens sessions only for those who have logged in, and how opening one is refused now. */
async function locked(stand: Stand): Promise<{ judge: WireJudge; opening: () => Promise<number | undefined> }> {
  let isOpen = false;
  const refusal = new RpcError(-32_000, 'Log in first.');
  const judge = stand.agent(replying, {
    options: { admit: (method) => (method === 'session/new' && !isOpen ? refusal : undefined) },
    build: (app) => app.onLogin([browser], { login: () => void (isOpen = true), logout: () => void (isOpen = false) }),
  });
  await judge.introduce();
  return { judge, opening: async () => (await judge.ask('session/new', { cwd: '/work' })).error?.code };
}

/** Remembers a login as long as the test lasts. */
function memoryCredentials(): Credentials {
  let isThere = false;
  return {
    isThere: () => isThere,
    save: () => Promise.resolve(void (isThere = true)),
    remove: () => Promise.resolve(void (isThere = false)),
  };
}

/** A client of an agent that offers these ways to log in. */
async function visitor(
  stand: Stand,
  authMethods?: readonly object[],
  capabilities: object = {},
): Promise<{ judge: WireJudge; connection: ClientConnection }> {
  const { judge, connection } = await stand.connecting();
  judge.whenever('auth/login', () => ({}));
  judge.whenever('auth/logout', () => ({}));
  const said = {
    protocolVersion: 2,
    info: { name: 'judge', version: '1.0.0' },
    capabilities: { session: {}, ...capabilities },
  };
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

  provesOnWire('AUTH-05', {
    agent: async (stand) => {
      const { judge, opening } = await locked(stand);
      expect(await opening()).toBe(-32_000);
      await judge.ask('auth/login', { methodId: 'browser' });
      expect(await opening()).toBeUndefined();
    },
  });

  provesOnWire('AUTH-07', {
    agent: async (stand) => {
      const { judge, opening } = await locked(stand);
      await judge.ask('auth/login', { methodId: 'browser' });
      expect(await opening()).toBeUndefined();
      await judge.ask('auth/logout', {});
      expect(await opening()).toBe(-32_000);
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

describe('how things stand', () => {
  const accounts = [{ label: 'Ada of the garden', email: 'ada@example.org' }];
  const asking = async (stand: Stand, status: object): Promise<{ judge: WireJudge; connection: ClientConnection }> => {
    const met = await visitor(stand, [browser], { auth: { status: {} } });
    met.judge.whenever('auth/status', () => status);
    return met;
  };

  provesOnWire('AUTH-19', {
    title: 'a state that nobody knows is no failure, and says nothing',
    client: async (stand) => {
      const { connection } = await asking(stand, { state: 'half_way' });
      const { state } = await now(connection.authStatus(), 'the client does not learn how things stand');
      expect(['authenticated', 'unauthenticated', 'not_required']).not.toContain(state);
    },
  });

  provesOnWire('AUTH-20', {
    title: 'the bundled agent tells when the status has changed, and only then',
    agent: async (stand) => {
      const controller = new LoginController({ kinds: ['agent'], credentials: memoryCredentials(), key: undefined });
      const judge = stand.agent(replying, { build: (app) => serveAuth(app, controller, { isPassword: () => true }) });
      const told = (): unknown[] => judge.all('auth/status_update').map(({ params }) => params?.['state']);
      await judge.introduce();
      for (const method of ['auth/login', 'auth/login', 'auth/logout', 'auth/logout'])
        await judge.ask(method, method === 'auth/login' ? { methodId: 'agent' } : {});
      expect(told()).toEqual(['authenticated', 'unauthenticated']);
    },
  });

  provesOnWire('AUTH-21', {
    title: 'what is known of an account is not sent on',
    client: async (stand) => {
      const { judge, connection } = await asking(stand, { state: 'authenticated', accounts });
      const status = await now(connection.authStatus(), 'the client does not learn how things stand');
      expect(status.accounts).toEqual(accounts);
      judge.whenever('session/new', () => ({ sessionId: 's1' }));
      const session = await now(connection.newSession({ cwd: '/work' }), 'the client opens no session');
      await isOver(session.prompt('hello'));
      expect(judge.all('session/prompt')).toHaveLength(1);
      for (const words of Object.values(accounts[0] ?? {})) expect(JSON.stringify(judge.received)).not.toContain(words);
    },
  });
});

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

/** A client whose user logs in by `methodId`, with the program `gardener` behind it. */
async function user(
  stand: Stand,
  authMethods: readonly object[],
  { methodId, hooks = {} }: { methodId: string; hooks?: Partial<LoginHooks<ClientConnection>> },
): Promise<{ judge: WireJudge; login: Login<ClientConnection>; ran: AgentCommand[]; again: WireJudge[] }> {
  const { judge, connection } = await visitor(stand, authMethods);
  const ran: AgentCommand[] = [];
  const again: WireJudge[] = [];
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
        const next = await visitor(stand, authMethods);
        again.push(next.judge);
        return next.connection;
      },
      ...hooks,
    },
  });
  return { judge, login, ran, again };
}

const open = (login: Login<ClientConnection>): Promise<unknown> => {
  const opening = login.run((connection) => connection.newSession({ cwd: '/work' }));
  opening.catch(() => undefined);
  return opening;
};

/** Refuses the last request of `method` until somebody logs in. */
const wantsLogin = (judge: WireJudge, method: string): Promise<void> =>
  judge.send({ jsonrpc: '2.0', id: judge.last(method).id, error: { code: -32_000, message: 'Log in first.' } });

describe('a login that the agent wants', () => {
  provesOnWire('AUTH-06', {
    client: async (stand) => {
      const { judge, connection: connecting } = await stand.connecting();
      await judge.reply(judge.last('initialize'), {
        protocolVersion: 1,
        agentCapabilities: {},
        authMethods: [{ id: 'browser', name: 'Log in with the browser' }],
      });
      const connection = await now(connecting, 'the client does not connect');
      judge.whenever('logout', () => ({}));
      await isOver(Promise.allSettled([connection.logout()]));
      expect(judge.all('logout')).toEqual([]);
    },
  });

  provesOnWire('AUTH-08', {
    client: async (stand) => {
      const { judge, login } = await user(stand, [browser], { methodId: 'browser' });
      judge.whenever('session/new', () => ({ sessionId: 's1' }));
      const session = await now(login.connection.newSession({ cwd: '/work' }), 'the client opens no session');
      await now(login.logout(), 'the client does not log out');
      const prompting = login.run(() => session.prompt('hello'));
      prompting.catch(() => undefined);
      await settled();
      await wantsLogin(judge, 'session/prompt');
      expect(judge.all('auth/login').map(({ params }) => params)).toEqual([{ methodId: 'browser' }]);
      expect(judge.all('session/prompt')).toHaveLength(2);
      expect(judge.hasEnded).toBe(false);
    },
  });

  provesOnWire('AUTH-11', {
    client: async (stand) => {
      const method = { ...terminal, env: [{ name: 'MODE', value: 'login' }], command: 'rm' };
      const { judge, login, ran } = await user(stand, [method], { methodId: 'shell' });
      void open(login);
      await settled();
      await wantsLogin(judge, 'session/new');
      expect(ran).toEqual([{ command: 'gardener', args: ['--acp', '--login'], env: { MODE: 'login' } }]);
    },
  });

  provesOnWire('AUTH-12', {
    client: async (stand) => {
      for (const status of [
        { exitCode: 1, signal: null },
        { exitCode: null, signal: 'SIGINT' },
      ]) {
        const hooks = { runInTerminal: () => status };
        const { judge, login, again } = await user(stand, [terminal], { methodId: 'shell', hooks });
        const opening = open(login);
        await settled();
        await wantsLogin(judge, 'session/new');
        await expect(opening).rejects.toMatchObject({ name: 'LoginError', code: 'failed' });
        expect(judge.all('session/new')).toHaveLength(1);
        expect(again).toEqual([]);
      }
    },
  });

  provesOnWire('AUTH-14', {
    client: async (stand) => {
      const { judge, login, again } = await user(stand, [terminal], { methodId: 'shell' });
      void open(login);
      await settled();
      await wantsLogin(judge, 'session/new');
      await settled(12);
      expect(judge.all('session/new')).toHaveLength(1);
      expect(again.map((each) => each.received.map(({ method }) => method))).toEqual([['initialize', 'session/new']]);
    },
  });

  provesOnWire('AUTH-15', {
    title: 'a login that sets a variable twice cannot be chosen',
    client: async (stand) => {
      const twice = [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ];
      const { login } = await user(stand, [{ ...terminal, env: twice }], { methodId: 'shell' });
      expect(login.methods).toMatchObject([{ id: 'shell', obstacle: expect.any(String) as string }]);
    },
  });
});

describe('a login by variables', () => {
  const vars = [{ name: 'KEY' }, { name: 'REGION', label: 'Region', secret: false, optional: true }];
  const byKey = { type: 'env_var', id: 'key', name: 'Key', vars, link: 'https://example.org/keys' };

  /** A client of an agent of version 1 that wants variables. */
  const olderVisitor = async (stand: Stand): Promise<{ judge: WireJudge; connection: ClientConnection }> => {
    const { judge, connection } = await stand.connecting();
    judge.whenever('authenticate', () => ({}));
    judge.whenever('session/new', () => ({ sessionId: 's1' }));
    await judge.reply(judge.last('initialize'), { protocolVersion: 1, agentCapabilities: {}, authMethods: [byKey] });
    return { judge, connection: await now(connection, 'the client does not connect') };
  };
  const command = { command: 'gardener', env: { MODE: 'acp' } };
  const choose = (): string => 'key';

  provesOnWire('AUTH-16', {
    agent: async (stand) => {
      const { id: methodId, ...others } = byKey;
      // Version 2 has no such login; agents that know version 1 may offer it.
      const method = { ...others, methodId } as unknown as AuthMethod;
      const judge = stand.agent(replying, {
        build: (app) => app.onLogin([method], { login: () => undefined, logout: () => undefined }),
      });
      const { result } = await judge.ask('initialize', { protocolVersion: 1 });
      expect(result?.['authMethods']).toEqual([byKey]);
    },
    client: async (stand) => {
      const { connection } = await olderVisitor(stand);
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
    client: async (stand) => {
      const { connection } = await olderVisitor(stand);
      const started: AgentCommand[] = [];
      const again: WireJudge[] = [];
      const login = new Login<ClientConnection>({
        connection,
        command,
        hooks: {
          choose,
          askVariables: () => ({ KEY: 'abc' }),
          restart: async (next) => {
            started.push(next);
            const met = await olderVisitor(stand);
            again.push(met.judge);
            return met.connection;
          },
        },
      });
      login.login().catch(() => undefined);
      await settled(24);
      expect(started).toEqual([{ command: 'gardener', env: { MODE: 'acp', KEY: 'abc' } }]);
      expect(again.map((judge) => judge.all('authenticate').map(({ params }) => params))).toEqual([
        [{ methodId: 'key' }],
      ]);
    },
  });
});
