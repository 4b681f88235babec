/** `acp web` as a program: what it prints and opens, which hub its page talks to, and how it ends. */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { webSocket } from '@acp-stack/http/node';
import { client, type ClientConnection } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { acpUser, fixtureAgent } from '../support/acp-program.ts';
import { startPageProgram, type PageProgram } from '../support/web-page.ts';

const page = { name: 'page', version: '1.0.0' };

const connect = ({ url, token }: PageProgram, path = '/acp'): Promise<ClientConnection> =>
  client(page)
    .onPermission(() => 'cancelled')
    .connect(webSocket(new URL(path, url), { token }));

/** The PATH of the tests, with the folder of `file` before it. */
const onPath = (file: string): string => [dirname(file), process.env['PATH'] ?? ''].join(delimiter);

describe('acp web', () => {
  test('has a hub of its own, which keeps its sessions; a second one uses the hub of the first', async () => {
    using user = acpUser();
    await using first = await startPageProgram(user, ['web']);
    expect(new URL(first.page).hash).toMatch(/^#token=[\w-]{43}$/u);
    const own = await connect(first);
    const session = await own.newSession({ cwd: user.project });
    await using second = await startPageProgram(user, ['web']);
    expect(second.errors()).toContain('a hub of yours is running already; the page uses it');
    const other = await connect(second);
    expect((await other.listPage()).sessions.map(({ sessionId }) => sessionId)).toEqual([session.id]);
    expect((await fetch(new URL('/', second.url))).status).toBe(200);
    // The token of the first is in the memory of the first only.
    await expect(connect({ ...second, token: first.token })).rejects.toThrow();
    await Promise.all([own.close(), other.close()]);
  });

  test('with a command has that agent only, and one for the suggestions of the editor', async () => {
    using user = acpUser();
    await using program = await startPageProgram(user, ['web', '--', ...fixtureAgent('v2-agent.mjs')]);
    const connection = await connect(program, '/nes');
    expect(connection.agentInfo.name).not.toBe('acp-stack hub');
    await connection.close();
  });

  test.each([
    ['that BROWSER names', 'my-browser', (file: string) => ({ BROWSER: file })],
    ['of the system', process.platform === 'darwin' ? 'open' : 'xdg-open', (file: string) => ({ PATH: onPath(file) })],
  ])('opens its page with the browser %s', async (_, name, envOf) => {
    using user = acpUser();
    const noted = join(user.home, 'opened');
    const browser = user.write(
      `bin/${name}`,
      `#!/bin/sh\nprintf %s "$*" >'${noted}.part' && mv '${noted}.part' '${noted}'\n`,
    );
    chmodSync(browser, 0o755);
    await using program = await startPageProgram(user, ['web'], envOf(browser), { opens: true });
    await expect.poll(() => existsSync(noted)).toBe(true);
    expect(readFileSync(noted, 'utf8')).toBe(program.page);
    expect(program.errors()).toBe('');
  });

  test('where no browser can be started, it says so and goes on', async () => {
    using user = acpUser();
    const missing = { BROWSER: join(user.home, 'missing') };
    await using program = await startPageProgram(user, ['web'], missing, { opens: true });
    await expect.poll(program.errors).toBe('acp web: no browser could be started; open the address above yourself\n');
    expect((await fetch(new URL('/', program.url))).status).toBe(200);
  });

  test('says one sentence about what cannot be', async () => {
    using user = acpUser();
    await using program = await startPageProgram(user, ['web']);
    const { port } = new URL(program.url);
    const inUse = await user.run(['web', '--no-open', '--port', port, '--hub', program.url], {
      env: { ACP_TOKEN: 'x' },
    });
    expect([inUse.exitCode, inUse.err]).toEqual([2, expect.stringMatching(/^acp: .*port.*\n$/u)]);
    const rooted = await user.run(['web', '--no-open', '--port', '0', '--root', '.']);
    expect([rooted.exitCode, rooted.err]).toEqual([
      2,
      'acp: a hub of yours is running, and --root is for a new one; stop it, or omit --root\n',
    ]);
    const both = await user.run(['web', '--no-open', '--agent', 'x', '--database', 'other.db', '--', 'y']);
    expect([both.exitCode, both.err]).toEqual([2, 'acp: name the agent once: by --agent, or by a command after --\n']);
  });
});
