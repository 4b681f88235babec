/** What the program tells of an agent that makes mistakes. */
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { acpUser, fixtureAgent } from '../support/acp-program.ts';

vi.setConfig({ testTimeout: 120_000 });

const agent = ['--', ...fixtureAgent('mistaken-agent.mjs')];
const mistakes = [
  'ignored session/update: /update/sessionUpdate must be an update of the protocol, got "no_such_update"',
  'dropped session/update: /update/content must be an object, got "hello"',
  expect.stringMatching(/left a part of session\/update out: \/update\/kind must be one of read, .* got "writing"$/u),
  'dropped session/update: /sessionId must be an open session, got "wrong"',
  'refused no/request: this client has no such method, or does not offer it',
  'got agent_message_chunk after the end of the turn; send it before the response that ends it',
];
const noise = 'ignored a line on stdout, which is for messages only: debug: here';

describe('the mistakes of an agent', () => {
  test('are told by exec, each once, and marked in the trace', async () => {
    using user = acpUser();
    const trace = join(user.project, 'trace.jsonl');
    const { exitCode, out, err } = await user.run(['exec', 'hi', '--format', 'quiet', '--trace', trace, ...agent]);
    expect([exitCode, out]).toEqual([0, 'Done. Too late.\n']);
    const lines = err
      .trim()
      .split('\n')
      .map((line) => line.replace(/^acp: /u, ''));
    const repeated = `2 more like this: ${String(mistakes[1])}`;
    expect(lines.toSorted()).toEqual(expect.arrayContaining([...mistakes, noise, repeated]));
    expect(lines).toHaveLength(mistakes.length + 2);
    const view = await user.run(['trace', 'view', trace]);
    expect(view.out.match(/✗/gu)).toHaveLength(mistakes.length + 3);
    expect(view.out).toMatch(/# Agent {11}stdout .*debug: here[^\n]*\n[^\n]*agent_message_chunk Done\./u);
    expect(await user.run(['validate', '--format', 'json', trace])).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/ messages, 4 invalid/u),
    });
  });

  test('are told by doctor, with a prompt', async () => {
    using user = acpUser();
    const { exitCode, out } = await user.run(['agents', 'doctor', '--prompt', 'hi', ...agent]);
    expect(exitCode).toBe(0);
    expect(out.match(/note: it makes a mistake, and acp /gu)).toHaveLength(mistakes.length);
    expect(out).toContain('note: it prints something that is not ACP on stdout: debug: here');
  });
});

describe('the mistakes of an agent of version 2, and its values that the version does not define,', () => {
  const ofVersion2 = ['--', ...fixtureAgent('mistaken-agent-v2.mjs')];
  const told = ['"no_such_update"', '"current_mode_update"', '"tool_call"', '"writing"', '"working"', '"hologram"'];
  const mistakesOfBoth = [mistakes[1], mistakes[3], mistakes[4]];
  const late = 'got agent_message_chunk after the end of the session; send it before the response that ends it';

  test('are told by exec, and used as they are', async () => {
    using user = acpUser();
    const { exitCode, out, err } = await user.run(['exec', 'hi', '--format', 'quiet', ...ofVersion2]);
    expect([exitCode, out]).toEqual([0, 'Done.\n']);
    for (const value of told) expect(err).toContain(`got ${value}`);
    expect(err).toContain('acp: kept an unknown value of session/update: /update/kind must be one of read, edit, ');
    expect(err.match(/got "writing"/gu)).toHaveLength(2);
    expect(err).not.toContain('_own');
    for (const line of [...mistakesOfBoth, noise]) expect(err.split(`acp: ${String(line)}\n`)).toHaveLength(2);
    expect(err).toContain(`acp: 2 more like this: ${String(mistakes[1])}`);
  });

  test('are told by doctor, with a prompt', async () => {
    using user = acpUser();
    const { exitCode, out } = await user.run(['agents', 'doctor', '--prompt', 'hi', ...ofVersion2]);
    expect(exitCode).toBe(0);
    for (const line of [...mistakesOfBoth, late])
      expect(out).toContain(`note: it makes a mistake, and acp ${String(line)}\n`);
    expect(out).toContain('note: it prints something that is not ACP on stdout: debug: here');
    expect(out.match(/note: it makes a mistake, and acp /gu)).toHaveLength(told.length + mistakesOfBoth.length + 1);
    for (const value of told) expect(out).toContain(`got ${value}`);
  });
});

test.each(['mistaken-agent.mjs', 'mistaken-agent-v2.mjs'])('the mistakes of %s are told by chat', async (name) => {
  using user = acpUser();
  const words = ['chat', '--screen-reader', '--', ...fixtureAgent(name)];
  const { out, err } = await user.run(words, { input: 'hi\n/quit\n' });
  for (const line of [mistakes[0], mistakes[1], mistakes[3], mistakes[4], noise])
    expect(`${out}${err}`.split(`Warning: acp: ${String(line)}\n`), String(line)).toHaveLength(2);
});
