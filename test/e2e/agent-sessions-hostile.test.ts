/** Hostile input: `acp agent` stays alive, limits what it reads, and reports what it left out. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { AgentProgram, textOf } from '../support/agent-program.ts';
import { eachProjectFolder } from '../support/project-folder.ts';

vi.setConfig({ testTimeout: 90_000 });

let cwd: string;
let data: string;

eachProjectFolder((garden) => {
  ({ cwd, data } = garden);
});

const mebibyte = 1024 * 1024;

describe.each([1, 2] as const)('from a client of version %i', (version) => {
  const start = (): AgentProgram => new AgentProgram({ version, data });

  test('a prompt of 10 MB is answered, kept, and told again', async () => {
    let sessionId: string;
    const words = `Where is the rose? ${'lorem '.repeat((10 * mebibyte) / 6)}`;
    {
      await using agent = start();
      sessionId = await agent.open(cwd);
      const { stopReason, text } = await agent.prompt(sessionId, words);
      expect(stopReason).toBe('end_turn');
      expect(text).toContain('rose');
      expect((await agent.call('session/list', {}))['sessions']).toMatchObject([
        { title: expect.stringMatching(/^Where is the rose\?.{1,60}$/u) as string },
      ]);
    }
    await using agent = start();
    const [first] = await agent.load(sessionId, cwd);
    expect(JSON.stringify(first).length).toBeGreaterThan(10 * mebibyte);
  });

  test('slash commands of several megabytes do not hang', async () => {
    await using agent = start();
    const sessionId = await agent.open(cwd);
    for (const hostile of [
      `/edit ${'a\n<<<<\n'.repeat(300_000)}`,
      `/edit rose.md "${'\\'.repeat(2_000_000)}`,
      `/plan ${'step\n'.repeat(300_000)}`,
      `/read ${'../'.repeat(500_000)}`,
      `/search ${'x'.repeat(2_000_000)}`,
    ]) {
      expect((await agent.prompt(sessionId, hostile)).stopReason).toBe('end_turn');
    }
    expect((await agent.prompt(sessionId, '/read rose.md')).text).toContain('A rose is red.');
  });

  test('long, binary and endless files are shown in part, or refused with a reason', async () => {
    writeFileSync(join(cwd, 'long.txt'), Array.from({ length: 100_000 }, (_, n) => `line ${n + 1}\n`).join(''));
    writeFileSync(join(cwd, 'line.txt'), 'x'.repeat(9 * mebibyte));
    writeFileSync(join(cwd, 'huge.txt'), 'y'.repeat(11 * mebibyte));
    writeFileSync(join(cwd, 'seed.bin'), Buffer.from([0, 159, 146, 150]));
    symlinkSync('loop', join(cwd, 'loop'));
    symlinkSync('/dev/zero', join(cwd, 'zero'));
    await using agent = start();
    const sessionId = await agent.open(cwd);
    const read = async (path: string): Promise<string> => (await agent.prompt(sessionId, `/read ${path}`)).text;
    expect(await read('long.txt')).toContain('(There is more; continue with line 2001.)');
    expect(await read('long.txt:99999')).toContain('line 100000');
    expect(await read('line.txt')).toContain('(cut)');
    expect(await read('huge.txt')).toContain('(cut)');
    expect(await read('seed.bin')).toContain('not a text file');
    expect(await read('loop')).not.toBe('');
    expect(await read('zero')).toContain('not inside the directories of this session');
    expect(await read('/dev/zero')).toContain('not inside the directories of this session');
    expect((await agent.prompt(sessionId, '/search line 77777')).text).toContain('long.txt:77777');
  });

  test('names with lines and escapes in them are shown in one line', async () => {
    writeFileSync(join(cwd, 'a\nb\u{1B}[2J\u{202E}.md'), 'the needle\n');
    await using agent = start();
    const sessionId = await agent.open(cwd);
    const texts = [
      (await agent.prompt(sessionId, '/read .')).text,
      (await agent.prompt(sessionId, '/search needle')).text,
      (await agent.prompt(sessionId, '/search *.md')).text,
      (await agent.prompt(sessionId, 'Where is the needle?')).text,
    ];
    for (const text of texts) {
      expect(text).toContain('a\\nb\\u{001b}[2J\\u{202e}.md');
      // oxlint-disable-next-line no-control-regex -- they are what must not be there
      expect(text).not.toMatch(/[\u001B\u202E]/u);
    }
  });

  test('a command that prints for ever is bounded, and can be cancelled', async () => {
    await using agent = start();
    const sessionId = await agent.open(cwd);
    const ended = agent.prompt(sessionId, '/run yes the same line again and again');
    await agent.heard.reaches(agent.heard.items.length + 40);
    await agent.peer.notify('session/cancel', { sessionId });
    expect((await ended).stopReason).toBe('cancelled');
    expect((await agent.prompt(sessionId, '/read rose.md')).text).toContain('A rose is red.');
  });

  test('a folder that is deleted under the agent is a reason, not an end', async () => {
    await using agent = start();
    const sessionId = await agent.open(cwd);
    await agent.prompt(sessionId, '/read rose.md');
    rmSync(cwd, { recursive: true });
    for (const words of [
      '/read rose.md',
      '/search rose',
      '/run ls',
      '/test',
      '/status',
      'Where is the rose?',
      '/edit a.md "" "b"',
    ]) {
      const { stopReason, updates } = await agent.prompt(sessionId, words);
      expect(stopReason, words).toBe('end_turn');
      expect(textOf(updates), words).not.toBe('');
    }
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'rose.md'), 'A new rose.\n');
    const other = await agent.open(cwd);
    expect((await agent.prompt(other, '/read rose.md')).text).toContain('A new rose.');
  });
});
