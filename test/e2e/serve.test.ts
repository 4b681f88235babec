/** `acp serve`, started the way a user starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { remote } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';
import { describe, expect, test, vi } from 'vitest';

// The first start may have to build, and three processes take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Running {
  readonly url: string;
  /** Asks it to end; resolves with its exit code when it has. */
  readonly stop: () => Promise<unknown[]>;
}

type Connection = Awaited<ReturnType<ReturnType<typeof client>['connect']>>;

const connectTo = (url: string): Promise<Connection> =>
  client({ name: 'editor', version: '1.0.0' }).connect(remote(url));

/** Begins a turn that does not end by itself; resolves when the agent has begun. */
async function hang(connection: Connection): Promise<void> {
  let begun: (() => void) | undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const session = await connection.newSession({ cwd: '/garden' }, { onUpdate: () => begun?.() });
  Promise.resolve(session.prompt('hang')).catch(() => undefined);
  await hasBegun;
}

/** Starts `acp serve` and waits for the address. */
async function start(...args: readonly string[]): Promise<Running> {
  const child = spawn(join(root, 'bin/acp'), ['serve', '--port', '0', ...args], { cwd: root });
  const closed = once(child, 'close');
  const [line] = (await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), closed])) as [unknown];
  return {
    url: String(line).trim(),
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

describe('acp serve', () => {
  test.each(agents)(
    'shows an agent of %s to a remote client, and ends well when it is asked to',
    async (_name, path) => {
      const { url, stop } = await start('--', 'node', path);
      const connection = await connectTo(url);
      const session = await connection.newSession({ cwd: '/garden' });
      expect(session.id).toEqual(expect.any(String));
      expect((await fetch(new URL('/health', url))).status).toBe(200);
      const ended = stop();
      const { error } = await connection.closed;
      expect(error?.message ?? 'The server is shutting down').toMatch(/shutting down/);
      expect(await ended).toEqual([0, null]);
    },
  );

  test('lets a turn of version 2 go on when it is asked to end, and ends at once when it is asked twice', async () => {
    const { url, stop } = await start('--drain', '600', '--', 'node', 'test/e2e/fixtures/v2-agent.mjs');
    const connection = await connectTo(url);
    await hang(connection);
    const ended = stop();
    // The prompt is answered already; what keeps the server is the turn.
    for (;;) if ((await fetch(new URL('/health', url))).status === 503) break;
    await connectTo(url).then(
      () => expect.fail('a client was let in'),
      () => undefined,
    );
    const session = await connection.newSession({ cwd: '/garden' });
    expect(session.id).toEqual(expect.any(String));
    void stop();
    expect(await ended).toEqual([0, null]);
    await connection.closed;
  });

  test('shares one agent among clients, which outlives one that leaves in the middle of a turn', async () => {
    const { url, stop } = await start('--shared', '--', 'node', 'test/e2e/fixtures/v2-agent.mjs');
    const [leaving, staying] = [await connectTo(url), await connectTo(url)];
    const theirs = await leaving.newSession({ cwd: '/garden' });
    const ours = await staying.newSession({ cwd: '/garden' });
    expect(theirs.id).not.toBe(ours.id);
    await hang(leaving);
    await leaving.close();
    const texts: unknown[] = [];
    for await (const update of ours.prompt('hello')) texts.push(update);
    expect(JSON.stringify(texts)).toContain('hello');
    await staying.close();
    expect(await stop()).toEqual([0, null]);
  });

  test.each([
    [['--port', '70000', '--', 'node'], {}, /from 0 to 65535/u],
    [['--host', '0.0.0.0', '--', 'node'], {}, /set ACP_SERVE_TOKEN/u],
    [['--', 'node'], { ACP_SERVE_TOKEN: '' }, /must not be empty/u],
  ])('refuses %j', async (args, env, words) => {
    const child = spawn(join(root, 'bin/acp'), ['serve', ...args], { cwd: root, env: { ...process.env, ...env } });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(2);
    expect(said).toMatch(words);
  });
});
