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
  readonly stop: () => Promise<unknown[]>;
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
      const connection = await client({ name: 'editor', version: '1.0.0' }).connect(remote(url));
      const session = await connection.newSession({ cwd: '/garden' });
      expect(session.id).toEqual(expect.any(String));
      expect((await fetch(new URL('/health', url))).status).toBe(200);
      const ended = stop();
      const { error } = await connection.closed;
      expect(error?.message ?? 'The server is shutting down').toMatch(/shutting down/);
      expect(await ended).toEqual([0, null]);
    },
  );

  test('says what is wrong with its command line', async () => {
    const child = spawn(join(root, 'bin/acp'), ['serve', '--port', '70000', '--', 'node'], { cwd: root });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(2);
    expect(said).toMatch(/from 0 to 65535/);
  });
});
