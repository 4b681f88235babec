/** `acp web` as a program: what it prints, which hub its page talks to, and how it ends. */
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
