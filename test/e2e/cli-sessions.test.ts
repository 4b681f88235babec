/** `acp sessions`, with the agent that comes with the program: it keeps its sessions. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fromJson, messages } from '@acp-stack/transcript';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { runHere } from '../support/acp-here.ts';
import { acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
/** `acp` in this process, in the folder of the user; the agent that keeps the sessions is a process. */
const here = (...call: Parameters<AcpUser['run']>): ReturnType<typeof runHere> => runHere(user, ...call);

beforeEach(async () => {
  user = acpUser();
  writeFileSync(join(user.project, 'roses.txt'), 'red\n');
  await here(['exec', '--format', 'quiet', '/read roses.txt']);
}, 60_000);
afterEach(() => {
  user[Symbol.dispose]();
});

interface Listed {
  readonly sessionId: string;
  readonly cwd: string;
}

async function list(...flags: readonly string[]): Promise<readonly Listed[]> {
  const { out } = await here(['sessions', 'list', '--format', 'json', ...flags]);
  return JSON.parse(out) as readonly Listed[];
}

async function only(): Promise<string> {
  const [first] = await list();
  return first?.sessionId ?? '';
}

describe('acp sessions', () => {
  test('lists those of the folder, or of all folders, or those that are looked for', async () => {
    expect(await list()).toEqual([expect.objectContaining({ cwd: user.project, title: '/read roses.txt' })]);
    expect(await list('--cwd', user.home)).toEqual([]);
    expect(await list('--cwd', user.home, '--all')).toHaveLength(1);
    expect(await list('--search', 'TULIP')).toEqual([]);
    expect(await list('--search', 'Roses')).toHaveLength(1);
    const { out } = await here(['sessions', 'list']);
    expect(out).toContain(await only());
  });

  test('shows what a session is about, by the beginning of its id', async () => {
    const id = await only();
    const { exitCode, out } = await here(['sessions', 'show', id.slice(0, 8)]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/contains +2 messages, 1 tool call\n/u);
    expect(out).toMatch(/you said +\/read roses\.txt/u);
    const full = await here(['sessions', 'show', '--full', id]);
    expect(full.out).toContain('## User');
  });

  test('goes on with a session in its own folder', async () => {
    const id = await only();
    const args = ['sessions', 'resume', id, '/read roses.txt', '--format', 'quiet'];
    const resumed = await user.run(args, { cwd: user.home });
    expect(resumed).toEqual({ exitCode: 0, out: '```\n     1\tred\n```\n', err: '' });
    expect((await user.run(['sessions', 'show', id])).out).toMatch(/contains +4 messages/u);
  });

  test('writes a session down as Markdown and as JSON', async () => {
    const id = await only();
    const { out } = await here(['sessions', 'export', id]);
    expect(out).toMatch(/^# \/read roses\.txt\n\n## User\n\n> \/read roses\.txt\n/u);
    const file = join(user.home, 'session.json');
    const exported = await here(['sessions', 'export', id, '--format', 'json', '-o', file]);
    expect(exported).toMatchObject({ exitCode: 0, out: '', err: `written to ${file}\n` });
    expect(messages(fromJson(JSON.parse(readFileSync(file, 'utf8'))))).toHaveLength(2);
  });

  test('copies, closes and deletes a session', async () => {
    const id = await only();
    const { out } = await here(['sessions', 'fork', id]);
    const copy = out.trim();
    expect(await list()).toHaveLength(2);
    expect((await here(['sessions', 'close', copy])).exitCode).toBe(0);
    expect((await here(['sessions', 'delete', copy])).exitCode).toBe(0);
    expect(await only()).toBe(id);
  });

  test('says when there is no such session, with 4', async () => {
    for (const verb of ['show', 'export', 'close', 'delete', 'fork', 'resume']) {
      const outcome = await here(['sessions', verb, 'no-such-session', ...(verb === 'resume' ? ['hello'] : [])]);
      expect(outcome).toMatchObject({
        exitCode: 4,
        out: '',
        err: expect.stringMatching(/^acp: session .* not found/u),
      });
    }
  });

  test('says when an agent keeps no sessions', async () => {
    const outcome = await here(['sessions', 'list', '--', ...fixtureAgent('v1-agent.mjs')]);
    expect(outcome).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringMatching(/^acp: node v1-agent\.mjs cannot list its sessions/u),
    });
  });
});
