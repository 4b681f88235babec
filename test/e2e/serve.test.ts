/** `acp serve`, started the way a user starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { remote } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

// The first start may have to build, and three processes take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Running {
  readonly url: string;
  /** The token that clients must send. */
  readonly token: string;
  /** The command to connect, as it is printed. */
  readonly command: string;
  /** Asks it to end; resolves with its exit code when it has. */
  readonly stop: () => Promise<unknown[]>;
}

type Connection = Awaited<ReturnType<ReturnType<typeof client>['connect']>>;

const connectTo = ({ url, token }: Pick<Running, 'url' | 'token'>): Promise<Connection> =>
  client({ name: 'editor', version: '1.0.0' }).connect(remote(url, { token }));

let home: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "acp serve's home-"));
  const { ACP_TOKEN: _, ACP_SERVE_TOKEN: __, ...others } = process.env;
  env = { ...others, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') };
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Begins a turn that does not end by itself; resolves when the agent has begun. */
async function hang(connection: Connection): Promise<void> {
  let begun: (() => void) | undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const session = await connection.newSession({ cwd: root }, { onUpdate: () => begun?.() });
  Promise.resolve(session.prompt('hang')).catch(() => undefined);
  await hasBegun;
}

/** Starts `acp serve` and waits for the address. */
async function start(...args: readonly string[]): Promise<Running> {
  const child = spawn(join(root, 'bin/acp'), ['serve', '--port', '0', ...args], { cwd: root, env });
  const closed = once(child, 'close');
  let said = '';
  const hasSaid = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/connect with: .*\n/u.test(said)) resolve();
    });
  });
  const [line] = (await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), closed])) as [unknown];
  await Promise.race([hasSaid, closed]);
  const [, command = ''] = /connect with: (.*)\n/u.exec(said) ?? [];
  const url = String(line).trim();
  const file = join(home, 'data', 'acp-stack', 'served', `${new URL(url).host.replace(':', '-')}.token`);
  return {
    url,
    command,
    token: existsSync(file) ? readFileSync(file, 'utf8').trim() : '',
    stop: () => {
      child.kill('SIGTERM');
      return closed;
    },
  };
}

const agents = [
  ['version 1', 'test/e2e/fixtures/v1-agent.mjs'],
  ['version 2', 'test/e2e/fixtures/v2-agent.mjs'],
] as const;

/** Runs a command line of a shell, with `acp` in its path. */
async function shell(line: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const path = `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`;
  const child = spawn('sh', ['-c', line], { cwd: root, env: { ...env, PATH: path } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

describe('acp serve', () => {
  test.each(agents)(
    'shows an agent of %s to a remote client, and ends well when it is asked to',
    async (_name, path) => {
      const { url, token, stop } = await start('--', 'node', path);
      const connection = await connectTo({ url, token });
      const session = await connection.newSession({ cwd: root });
      expect(session.id).toEqual(expect.any(String));
      expect((await fetch(new URL('/health', url))).status).toBe(200);
      const ended = stop();
      const { error } = await connection.closed;
      expect(error?.message ?? 'The server is shutting down').toMatch(/shutting down/);
      expect(await ended).toEqual([0, null]);
    },
  );

  test('lets a turn of version 2 go on when it is asked to end, and ends at once when it is asked twice', async () => {
    const { url, token, stop } = await start('--drain', '600', '--', 'node', 'test/e2e/fixtures/v2-agent.mjs');
    const connection = await connectTo({ url, token });
    await hang(connection);
    const ended = stop();
    // The prompt is answered already; what keeps the server is the turn.
    for (;;) if ((await fetch(new URL('/health', url))).status === 503) break;
    await connectTo({ url, token }).then(
      () => expect.fail('a client was let in'),
      () => undefined,
    );
    const session = await connection.newSession({ cwd: root });
    expect(session.id).toEqual(expect.any(String));
    void stop();
    expect(await ended).toEqual([0, null]);
    await connection.closed;
  });

  test('shares one agent among clients, which outlives one that leaves in the middle of a turn', async () => {
    const { url, token, stop } = await start('--shared', '--', 'node', 'test/e2e/fixtures/v2-agent.mjs');
    const [leaving, staying] = [await connectTo({ url, token }), await connectTo({ url, token })];
    const theirs = await leaving.newSession({ cwd: root });
    const ours = await staying.newSession({ cwd: root });
    expect(theirs.id).not.toBe(ours.id);
    await hang(leaving);
    await leaving.close();
    const texts: unknown[] = [];
    for await (const update of ours.prompt('hello')) texts.push(update);
    expect(JSON.stringify(texts)).toContain('hello');
    await staying.close();
    expect(await stop()).toEqual([0, null]);
  });

  test('makes a token for its own user: the printed command works, others get 401, and the file goes with it', async () => {
    const { url, token, command, stop } = await start('--', 'node', 'test/e2e/fixtures/v2-agent.mjs');
    const [file = ''] = readdirSync(join(home, 'data', 'acp-stack', 'served'));
    const path = join(home, 'data', 'acp-stack', 'served', file);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(token).toMatch(/^[\w-]{43}$/u);
    const answer = { code: 0, out: 'You said: hello\n', err: '' };
    expect(await shell(command.replace('acp chat', 'acp exec --format quiet hello'))).toEqual(answer);
    expect(await shell(`acp exec --format quiet hello --url ${url}`)).toEqual(answer);
    expect(await shell(`XDG_DATA_HOME=/nowhere acp exec --format quiet hello --url ${url}`)).toMatchObject({
      code: 6,
      err: expect.stringContaining('--token-file') as string,
    });
    await expect(connectTo({ url, token: 'guess' })).rejects.toThrow('401');
    // An address without a path finds the agent, one with another path is told where it probably is.
    const { origin, host } = new URL(url);
    const addresses = [origin, `ws://${host}`];
    const answers = addresses.map((address) => shell(`acp exec --format quiet hello --url ${address}`));
    expect(await Promise.all(answers)).toEqual([answer, answer]);
    expect(await shell(`acp exec hello --url ${origin}/agent`)).toMatchObject({
      code: 7,
      err: expect.stringContaining(`no agent at this path; try ${url}\n`) as string,
    });
    expect(await stop()).toEqual([0, null]);
    expect(existsSync(path)).toBe(false);
  });

  test.each([
    [[], { ACP_SERVE_TOKEN: 'rose' }, { token: 'rose' }],
    [['--no-token'], {}, {}],
  ])('prints one line of JSON for scripts when it is ready (%j)', async (args, more, secret) => {
    const words = ['serve', '--port', '0', '--format', 'json', ...args, '--', 'node', 'test/e2e/fixtures/v2-agent.mjs'];
    const child = spawn(join(root, 'bin/acp'), words, { cwd: root, env: { ...env, ...more } });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    await once(child.stdout, 'data');
    const { url, ...rest } = JSON.parse(printed) as { url: string };
    expect([rest, printed.split('\n')]).toEqual([secret, [expect.any(String), '']]);
    await (await connectTo({ url, token: 'rose' })).close();
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('limits its clients to its folders and those of --root, and --no-token says what it means', async () => {
    const roots = ['--root', home, '--no-token', '--', 'node', 'test/e2e/fixtures/v2-agent.mjs'];
    const { url, token, command, stop } = await start(...roots);
    expect([token, command]).toEqual(['', `acp chat --url ${url}`]);
    const connection = await connectTo({ url, token });
    for (const cwd of [root, home]) await connection.newSession({ cwd });
    await expect(connection.newSession({ cwd: '/' })).rejects.toThrow('is not one of this server');
    await connection.close();
    await stop();
  });

  test.each([
    [['--port', '70000', '--', 'node'], {}, /from 0 to 65535/u],
    [['--host', '0.0.0.0', '--no-token', '--', 'node'], {}, /omit --no-token/u],
    [['--no-token', '--', 'node'], { ACP_SERVE_TOKEN: 'rose' }, /cannot be used together/u],
    [['--', 'node'], { ACP_SERVE_TOKEN: '' }, /must not be empty/u],
    [
      ['--port', '0', '--', 'node'],
      { XDG_DATA_HOME: '/dev/null' },
      /token could not be stored .* set ACP_SERVE_TOKEN/u,
    ],
  ])('refuses %j', async (args, more, words) => {
    const child = spawn(join(root, 'bin/acp'), ['serve', ...args], { cwd: root, env: { ...env, ...more } });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(2);
    expect(said).toMatch(words);
  });
});
