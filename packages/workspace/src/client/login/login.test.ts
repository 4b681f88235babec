/** Logins that an agent requires. */
import { RpcError } from '@acp-stack/rpc';
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';
import type { AgentCommand } from '@acp-stack/stdio';
import { describe, expect, test } from 'vitest';

import type { ExitStatus } from '../../terminals/command.ts';
import { Login, type LoginConnection, type LoginHooks } from './login.ts';

const browser: AuthMethod = { type: 'agent', methodId: 'browser', name: 'Browser' };
const shell: AuthMethod = {
  type: 'terminal',
  methodId: 'shell',
  name: 'Shell',
  args: ['--login'],
  env: [
    { name: 'MODE', value: 'login' },
    { name: 'MORE', value: '1' },
  ],
};
const variables = {
  type: 'env_var',
  methodId: 'key',
  name: 'Key',
  vars: [
    { name: 'GARDEN_KEY', label: 'Your key' },
    { name: 'GARDEN_REGION', secret: false, optional: true },
  ],
  link: 'https://example.org/keys',
} as unknown as AuthMethod;

const command: AgentCommand = {
  command: 'gardener',
  args: ['--acp'],
  env: { MODE: 'acp', HOME: '/h' },
  cwd: '/project',
};

const required = (): RpcError => new RpcError(-32_000, 'Log in first.');

/** An agent that wants a login; what happens to it is kept. */
class Guarded implements LoginConnection {
  readonly said: string[] = [];
  readonly authMethods: readonly AuthMethod[];
  isLoggedIn: boolean;

  constructor(authMethods: readonly AuthMethod[], isLoggedIn = false) {
    this.authMethods = authMethods;
    this.isLoggedIn = isLoggedIn;
  }

  async login(methodId: string): Promise<void> {
    this.said.push(`login ${methodId}`);
    this.isLoggedIn = true;
  }

  async logout(): Promise<void> {
    this.said.push('logout');
    this.isLoggedIn = false;
  }

  async work(): Promise<string> {
    this.said.push('work');
    if (!this.isLoggedIn) throw required();
    return 'done';
  }
}

interface Stage {
  readonly login: Login<Guarded>;
  readonly first: Guarded;
  readonly second: Guarded;
  readonly started: AgentCommand[];
  readonly run: () => Promise<string>;
}

/** A login whose user chooses `methodId`; the agent that is started again is `second`. */
function stage(
  methods: readonly AuthMethod[],
  methodId: string | undefined,
  hooks: Partial<LoginHooks<Guarded>> = {},
): Stage {
  const first = new Guarded(methods);
  const second = new Guarded(methods, true);
  const started: AgentCommand[] = [];
  const login = new Login<Guarded>({
    connection: first,
    command,
    hooks: {
      choose: () => methodId,
      restart: async (again) => {
        started.push(again);
        return second;
      },
      ...hooks,
    },
  });
  return { login, first, second, started, run: () => login.run((connection) => connection.work()) };
}

const exited =
  (exitCode: number | null, signal: string | null = null): (() => ExitStatus) =>
  () => ({ exitCode, signal });

describe('work that needs a login', () => {
  test('is done again after the login [AUTH-05]', async () => {
    const { run, first } = stage([browser], 'browser');
    expect(await run()).toBe('done');
    expect(first.said).toEqual(['work', 'login browser', 'work']);
  });

  test('leads to a new login after a logout, also in a session that was open before [AUTH-07, AUTH-08]', async () => {
    const { run, first, login } = stage([browser], 'browser');
    await run();
    await login.logout();
    expect(await run()).toBe('done');
    expect(first.said.slice(3)).toEqual(['logout', 'work', 'login browser', 'work']);
  });

  test('leads to one login, however much waits for it', async () => {
    const { run, first } = stage([browser], 'browser');
    expect(await Promise.all([run(), run(), run()])).toEqual(['done', 'done', 'done']);
    expect(first.said.filter((each) => each.startsWith('login'))).toEqual(['login browser']);
  });

  test('that was refused before another login succeeded is only repeated', async () => {
    const { login, first, run } = stage([browser], 'browser');
    let refuse = (_error: Error): void => undefined;
    const answers = [
      () =>
        new Promise<string>((_resolve, reject) => {
          refuse = reject;
        }),
      () => Promise.resolve('late'),
    ];
    const late = login.run(() => (answers.shift() ?? (() => Promise.reject(new Error('once too often'))))());
    await run();
    refuse(required());
    expect(await late).toBe('late');
    expect(first.said).toEqual(['work', 'login browser', 'work']);
  });

  test('fails when the user does not want to log in, and says why', async () => {
    const { run, first } = stage([browser], undefined);
    await expect(run()).rejects.toMatchObject({ name: 'LoginError', code: 'cancelled', cause: { code: -32_000 } });
    expect(first.said).toEqual(['work']);
  });

  test('fails when nothing can be chosen', async () => {
    await expect(stage([], undefined).run()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(stage([shell], 'shell').run()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Shell: There is no terminal') as string,
    });
  });

  test('is given up when logging in does not help', async () => {
    const { login, first } = stage([browser], 'browser');
    await expect(login.run(() => Promise.reject(required()))).rejects.toMatchObject({ code: -32_000 });
    expect(first.said).toEqual(['login browser', 'login browser', 'login browser']);
  });

  test('that fails for another reason leads to no login', async () => {
    const { login, first } = stage([browser], 'browser');
    await expect(login.run(() => Promise.reject(new RpcError(-32_603, 'Rain')))).rejects.toMatchObject({
      code: -32_603,
    });
    expect(first.said).toEqual([]);
  });
});

describe('a login whose command is in _meta["terminal-auth"]', () => {
  const auth = { command: 'florist', args: ['login'], env: { MODE: 'login' }, label: 'Florist login' };
  const method: AuthMethod = { ...browser, _meta: { 'terminal-auth': auth } };

  test('runs that command in the terminal, then starts the agent again', async () => {
    const ran: AgentCommand[] = [];
    const { run, first, started } = stage([method], 'browser', {
      runInTerminal: (what) => {
        ran.push(what);
        return { exitCode: 0, signal: null };
      },
    });
    expect(await run()).toBe('done');
    expect(ran).toEqual([{ command: 'florist', args: ['login'], env: { MODE: 'login', HOME: '/h' }, cwd: '/project' }]);
    expect(started).toEqual([command]);
    expect(first.said).toEqual(['work']);
  });

  test('says which command it is', () => {
    const { login } = stage([method], 'browser', { runInTerminal: exited(0) });
    expect(login.methods).toMatchObject([
      { kind: 'terminal', name: 'Browser', description: 'Florist login (runs florist login)' },
    ]);
  });

  test('is left to the agent where there is no terminal', async () => {
    const { run, first } = stage([method], 'browser');
    expect(await run()).toBe('done');
    expect(first.said).toEqual(['work', 'login browser', 'work']);
  });

  test.each([[{}], [{ command: '' }], [{ command: 'x', args: [7] }], ['x'], [null]])(
    'is left to the agent if it is malformed: %j',
    (odd) => {
      const { login } = stage([{ ...browser, _meta: { 'terminal-auth': odd } }], 'browser', {
        runInTerminal: exited(0),
      });
      expect(login.methods).toMatchObject([{ kind: 'agent' }]);
    },
  );
});

test('an agent that answers a login by asking for one has refused it', async () => {
  const { login, first } = stage([{ ...browser, description: 'Run `florist login` first.' }], 'browser');
  first.login = () => Promise.reject(required());
  await expect(login.login()).rejects.toMatchObject({
    name: 'LoginError',
    code: 'failed',
    message:
      'The agent did not accept the login by "Browser": Log in first. It says of this method: Run `florist login` first.',
  });
});

describe('a login in a terminal', () => {
  test('runs the same program with more arguments and variables, then starts it again as before [AUTH-11, AUTH-14]', async () => {
    const ran: AgentCommand[] = [];
    const { run, first, second, started, login } = stage([shell], 'shell', {
      runInTerminal: (what) => {
        ran.push(what);
        return { exitCode: 0, signal: null };
      },
    });
    expect(await run()).toBe('done');
    expect(ran).toEqual([
      {
        command: 'gardener',
        args: ['--acp', '--login'],
        env: { MODE: 'login', MORE: '1', HOME: '/h' },
        cwd: '/project',
      },
    ]);
    expect(started).toEqual([command]);
    expect(login.connection).toBe(second);
    expect([first.said, second.said]).toEqual([['work'], ['work']]);
  });

  test('cannot name another program [AUTH-11]', async () => {
    const ran: AgentCommand[] = [];
    const evil = { ...shell, command: 'rm', cwd: '/' } as AuthMethod;
    await stage([evil], 'shell', {
      runInTerminal: (what) => {
        ran.push(what);
        return { exitCode: 0, signal: null };
      },
    }).run();
    expect(ran).toMatchObject([{ command: 'gardener', cwd: '/project' }]);
  });

  test('never sends its id to the agent [AUTH-13]', async () => {
    const { run, first, second } = stage([shell], 'shell', { runInTerminal: exited(0) });
    await run();
    expect([...first.said, ...second.said]).not.toContain('login shell');
  });

  test.each([
    ['another code', exited(1)],
    ['a signal', exited(null, 'SIGINT')],
    ['both', exited(0, 'SIGTERM')],
    ['nothing', exited(null)],
  ])('that ends with %s has failed [AUTH-12]', async (_what, runInTerminal) => {
    const { run, first, started } = stage([shell], 'shell', { runInTerminal });
    await expect(run()).rejects.toMatchObject({ name: 'LoginError', code: 'failed' });
    expect(first.said).toEqual(['work']);
    expect(started).toEqual([]);
  });

  test('that is cancelled has failed [AUTH-12]', async () => {
    const cancel = new AbortController();
    const { login, started } = stage([shell], 'shell', {
      runInTerminal: () => {
        cancel.abort();
        return { exitCode: 0, signal: null };
      },
    });
    const running = login.run((connection) => connection.work(), { signal: cancel.signal });
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(started).toEqual([]);
  });

  test('that sets a variable twice cannot be chosen [AUTH-15]', async () => {
    const twice = {
      ...shell,
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    } as AuthMethod;
    const { login, run } = stage([twice, browser], 'shell', { runInTerminal: exited(0) });
    expect(login.methods.map(({ obstacle }) => obstacle)).toEqual(['It sets a variable twice.', undefined]);
    await expect(run()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a login by variables', () => {
  test('says what it wants, and what has to be typed unseen [AUTH-16]', () => {
    const { login } = stage([variables], 'key', { askVariables: () => undefined });
    expect(login.methods).toMatchObject([
      {
        kind: 'env_var',
        link: 'https://example.org/keys',
        obstacle: undefined,
        variables: [
          { name: 'GARDEN_KEY', label: 'Your key', isSecret: true, isOptional: false },
          { name: 'GARDEN_REGION', label: 'GARDEN_REGION', isSecret: false, isOptional: true },
        ],
      },
    ]);
  });

  test('starts the agent again with them, and then logs in [AUTH-17]', async () => {
    const { run, started, first, second } = stage([variables], 'key', {
      askVariables: () => ({ GARDEN_KEY: 'k', GARDEN_REGION: '', PATH: '/evil' }),
    });
    expect(await run()).toBe('done');
    expect(started).toEqual([{ ...command, env: { ...command.env, GARDEN_KEY: 'k' } }]);
    expect(first.said).toEqual(['work']);
    expect(second.said).toEqual(['login key', 'work']);
  });

  test('needs those that are not optional', async () => {
    const { run, started } = stage([variables], 'key', { askVariables: () => ({ GARDEN_REGION: 'north' }) });
    await expect(run()).rejects.toMatchObject({ code: 'failed', message: 'Your key has to be filled in.' });
    expect(started).toEqual([]);
    const declined = stage([variables], 'key', { askVariables: () => undefined });
    await expect(declined.run()).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('whose variables make no sense is nothing that is known', () => {
    const broken = { ...variables, vars: [{ label: 'x' }] } as AuthMethod;
    expect(stage([broken], 'key', { askVariables: () => ({}) }).login.methods).toMatchObject([{ kind: 'other' }]);
  });
});

test('a way to log in that is not known is shown, and cannot be chosen [AUTH-03]', async () => {
  const passkey = { type: '_passkey', methodId: 'p', name: 'Passkey' } as unknown as AuthMethod;
  const { login, run } = stage([passkey, browser], 'p');
  expect(login.methods).toMatchObject([
    { kind: 'other', name: 'Passkey', type: '_passkey' },
    { kind: 'agent', name: 'Browser' },
  ]);
  await expect(run()).rejects.toMatchObject({ code: 'unavailable' });
});
