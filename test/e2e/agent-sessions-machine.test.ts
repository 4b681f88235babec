/** `acp agent` with an editor of version 1 that lends its buffers and terminals. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { RpcError } from '@acp-stack/rpc';
import { describe, expect, test, vi } from 'vitest';

import { AgentProgram, type Fields } from '../support/agent-program.ts';
import { eachProjectFolder } from '../support/project-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let cwd: string;
let data: string;

eachProjectFolder((garden) => {
  ({ folder, cwd, data } = garden);
  writeFileSync(join(folder, 'secret.md'), 'secret\n');
});

/** An editor that lends what it has, and notes what it was asked for. */
class Editor {
  readonly asked: string[] = [];
  readonly buffers = new Map<string, string>();
  readonly agent: AgentProgram;
  /** Settles when the command in the terminal has ended. */
  exit: () => Promise<Fields> = () => Promise.resolve({ exitCode: 0 });
  onKill: () => void = () => undefined;
  onPermission: () => void = () => undefined;

  constructor(capabilities: Fields) {
    const answer =
      (method: string, run: (params: Fields) => unknown) =>
      (params: Fields): unknown => {
        this.asked.push(method);
        return run(params);
      };
    const answers = {
      'session/request_permission': () => {
        this.onPermission();
        return { outcome: { outcome: 'selected', optionId: 'allow_once' } };
      },
      'fs/read_text_file': ({ path }: Fields) => {
        const content = this.buffers.get(String(path));
        if (content === undefined) throw new RpcError(-32_002, 'Resource not found');
        return { content };
      },
      'fs/write_text_file': ({ path, content }: Fields) => {
        this.buffers.set(String(path), String(content));
        return {};
      },
      'terminal/create': ({ command, args, cwd: where }: Fields) => {
        this.asked.push(`${String(command)} ${(args as readonly string[]).join(' ')} in ${String(where)}`);
        return { terminalId: 'terminal-1' };
      },
      'terminal/wait_for_exit': () => this.exit(),
      'terminal/output': () => ({ output: 'petals of the editor\n', truncated: false, exitStatus: { exitCode: 0 } }),
      'terminal/kill': () => {
        this.onKill();
        return {};
      },
      'terminal/release': () => ({}),
    };
    this.agent = new AgentProgram({
      version: 1,
      data,
      capabilities,
      answers: Object.fromEntries(Object.entries(answers).map(([method, run]) => [method, answer(method, run)])),
    });
  }
}

const files = { fs: { readTextFile: true, writeTextFile: true } };

describe('the buffers of an editor', () => {
  test('are read as they are, saved or not, and written through the editor', async () => {
    const editor = new Editor(files);
    await using agent = editor.agent;
    editor.buffers.set(join(cwd, 'rose.md'), 'An unsaved rose is red.\n');
    const sessionId = await agent.open(cwd);
    expect((await agent.prompt(sessionId, '/read rose.md')).text).toContain('An unsaved rose is red.');
    expect((await agent.prompt(sessionId, '/edit rose.md "red" "white"')).text).toContain('Done.');
    expect(editor.buffers.get(join(cwd, 'rose.md'))).toBe('An unsaved rose is white.\n');
    expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toBe('A rose is red.\n');
    expect((await agent.prompt(sessionId, '/undo')).text).toContain('as it was before');
    expect(editor.buffers.get(join(cwd, 'rose.md'))).toBe('An unsaved rose is red.\n');
  });

  test('are asked for only inside the directories of the session, by the real path', async () => {
    const editor = new Editor(files);
    await using agent = editor.agent;
    symlinkSync(folder, join(cwd, 'up'));
    symlinkSync('rose.md', join(cwd, 'alias.md'));
    editor.buffers.set(join(folder, 'secret.md'), 'secret\n');
    editor.buffers.set(join(cwd, 'rose.md'), 'A rose is red.\n');
    const sessionId = await agent.open(cwd);
    for (const path of ['../secret.md', 'up/secret.md', join(folder, 'secret.md'), '/etc/passwd']) {
      const { text } = await agent.prompt(sessionId, `/read ${path}`);
      expect(text).toContain('not inside the directories of this session');
      expect((await agent.prompt(sessionId, `/edit ${path} "secret" "public"`)).text).not.toContain('Done.');
    }
    expect(editor.asked).toEqual([]);
    // A link inside is followed here, so that the editor opens the buffer that it means.
    expect((await agent.prompt(sessionId, '/read alias.md')).text).toContain('A rose is red.');
  });

  test('that change while the user thinks are left alone', async () => {
    const editor = new Editor(files);
    await using agent = editor.agent;
    editor.buffers.set(join(cwd, 'rose.md'), 'A rose is red.\n');
    const sessionId = await agent.open(cwd);
    editor.onPermission = () => {
      editor.buffers.set(join(cwd, 'rose.md'), 'Typed meanwhile.\n');
    };
    const { text } = await agent.prompt(sessionId, '/edit rose.md "red" "white"');
    expect(text).toContain('has changed since it was read');
    expect(editor.buffers.get(join(cwd, 'rose.md'))).toBe('Typed meanwhile.\n');
  });

  test('are not used when they are not offered', async () => {
    const editor = new Editor({});
    await using agent = editor.agent;
    const sessionId = await agent.open(cwd);
    await agent.prompt(sessionId, '/edit rose.md "red" "white"');
    expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toBe('A rose is white.\n');
    expect(editor.asked.filter((method) => method.startsWith('fs/'))).toEqual([]);
  });
});

describe('the terminals of an editor', () => {
  test('run the command, are shown in the call, and are given back', async () => {
    const editor = new Editor({ terminal: true });
    await using agent = editor.agent;
    const sessionId = await agent.open(cwd);
    const { text, updates } = await agent.prompt(sessionId, '/run echo petals');
    expect(text).toContain('Exit code 0.');
    expect(updates).toContainEqual(
      expect.objectContaining({ content: [{ type: 'terminal', terminalId: 'terminal-1' }] }),
    );
    expect(editor.asked).toEqual([
      'session/request_permission',
      'terminal/create',
      `sh -c echo petals in ${cwd}`,
      'terminal/wait_for_exit',
      'terminal/output',
      'terminal/release',
    ]);
  });

  test('are killed and given back when the work is cancelled', async () => {
    const editor = new Editor({ terminal: true });
    await using agent = editor.agent;
    const sessionId = await agent.open(cwd);
    let end: (exit: Fields) => void = () => undefined;
    const waiting = new Promise<void>((waits) => {
      editor.exit = () => {
        waits();
        return new Promise((resolve) => (end = resolve));
      };
    });
    editor.onKill = () => {
      end({ exitCode: null, signal: 'SIGTERM' });
    };
    const prompted = agent.prompt(sessionId, '/run sleep 600');
    await waiting;
    await agent.peer.notify('session/cancel', { sessionId });
    expect(await prompted).toMatchObject({ stopReason: 'cancelled' });
    expect(editor.asked).toContain('terminal/kill');
    expect(editor.asked.at(-1)).toBe('terminal/release');
  });
});
