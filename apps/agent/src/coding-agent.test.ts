/** The agent with no model, as a client sees it. */
import { memoryJournal } from '@acp-stack/journal';
import { client, memoryPair, type ClientSession, type SessionUpdate } from '@acp-stack/sdk';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { fenced } from './text/fenced-text.ts';
import { editUsage } from './commands/edit-command.ts';
import { codingAgent } from './coding-agent.ts';
import { emptyConfig } from './providers/config.ts';
import { Providers } from './providers/providers.ts';
import { storedSessions } from './session-data/stored-sessions.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'garden-'));
  await writeFile(join(cwd, 'rose.md'), 'A rose is red.\nIt has thorns.\n');
  await writeFile(join(cwd, 'package.json'), '{ "scripts": { "test": "echo all tests bloom" } }');
});

afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
});

interface Met {
  readonly session: ClientSession;
  readonly questions: string[];
  /** Everything the agent did with a prompt. */
  readonly say: (words: string) => Promise<Said>;
}

interface Said {
  readonly text: string;
  readonly updates: readonly SessionUpdate[];
  readonly stopReason: unknown;
}

async function meet(answer = 'allow_once'): Promise<Met> {
  const [left, right] = memoryPair();
  const store = storedSessions(memoryJournal());
  void codingAgent({ store, providers: new Providers(emptyConfig), version: '1.0.0' }).serve(left);
  const questions: string[] = [];
  const connection = await client({ name: 'editor', version: '1.0.0' })
    .onPermission((request) => {
      questions.push(request.title);
      return answer;
    })
    .connect(right);
  const session = await connection.newSession({ cwd });
  return {
    session,
    questions,
    say: async (words) => {
      const run = session.prompt(words);
      const updates: SessionUpdate[] = [];
      for await (const update of run) updates.push(update);
      const { stopReason } = await run;
      const text = updates
        .flatMap((update) =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
        )
        .join('');
      return { text, updates, stopReason };
    },
  };
}

describe('without a model', () => {
  test('/read shows a file, or some lines of it', async () => {
    const { say } = await meet();
    expect((await say('/read rose.md')).text).toContain('A rose is red.');
    const { text, updates } = await say('/read rose.md:2');
    expect(text).toContain('It has thorns.');
    expect(text).not.toContain('red');
    expect(JSON.stringify(updates)).toContain(`"path":"${join(cwd, 'rose.md')}","line":2`);
    const { text: first } = await say('/read rose.md:1-1');
    expect(first).toBe('```\n     1\tA rose is red.\n```\n(There is more; continue with line 2.)\n');
  });

  test('/read does not leave the workspace', async () => {
    const { say } = await meet();
    expect((await say('/read /etc/passwd')).text).toContain('not inside the directories of this session');
  });

  test('/search finds words and names', async () => {
    const { say } = await meet();
    expect((await say('/search thorns')).text).toContain('rose.md:2: It has thorns.');
    expect((await say('/search *.md')).text).toContain('rose.md');
  });

  test('/edit shows the difference, asks, and writes; /undo takes it back', async () => {
    const { say, questions } = await meet();
    const { text, updates } = await say('/edit rose.md "red" "white"');
    expect(text).toContain('Done.');
    expect(questions).toEqual(['Change rose.md?']);
    expect(await readFile(join(cwd, 'rose.md'), 'utf8')).toBe('A rose is white.\nIt has thorns.\n');
    expect(JSON.stringify(updates)).toContain('+A rose is white.');
    expect((await say('/undo')).text).toContain('as it was before');
    expect(await readFile(join(cwd, 'rose.md'), 'utf8')).toContain('red');
    expect((await say('/undo')).text).toContain('There is no change to undo.');
  });

  test.each(['', ' rose.md', ' rose.md red white', ' rose.md "red" white'])(
    '/edit%s says once how it is written, as it is typed',
    async (input) => {
      const { say } = await meet();
      const { text, updates } = await say(`/edit${input}`);
      expect(text).toBe(`${fenced(editUsage)}\n`);
      expect(updates.some(({ sessionUpdate }) => sessionUpdate === 'tool_call_update')).toBe(false);
    },
  );

  test('/edit applies a unified diff', async () => {
    const { say } = await meet();
    const diff = '--- a/rose.md\n+++ b/rose.md\n@@ -1,2 +1,2 @@\n-A rose is red.\n+A rose is pink.\n It has thorns.\n';
    await say(`/edit ${diff}`);
    expect(await readFile(join(cwd, 'rose.md'), 'utf8')).toContain('pink');
  });

  test('/edit writes nothing when the user says no, and what was refused stays in the call', async () => {
    const { say } = await meet('reject_once');
    const { text, updates } = await say('/edit rose.md "red" "white"');
    expect(text).toContain('Permission was refused.');
    expect(await readFile(join(cwd, 'rose.md'), 'utf8')).toContain('red');
    const chunks = updates.flatMap((update) =>
      update.sessionUpdate === 'tool_call_content_chunk' ? [update.content] : [],
    );
    expect(chunks.map(({ type }) => type)).toEqual(['diff', 'content']);
    const last = updates.findLast(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
    expect(last).toMatchObject({ status: 'failed' });
    expect(last).not.toHaveProperty('content');
  });

  test('/undo does not overwrite a file that was changed by others', async () => {
    const { say } = await meet();
    await say('/edit rose.md "red" "white"');
    await writeFile(join(cwd, 'rose.md'), 'mine\n');
    expect((await say('/undo')).text).toContain('has changed since');
    expect(await readFile(join(cwd, 'rose.md'), 'utf8')).toBe('mine\n');
  });

  test('/run shows a command in a terminal, when the user agrees', async () => {
    const { say, questions } = await meet();
    const { text, updates } = await say('/run echo petals');
    expect(questions).toEqual(['Run “echo petals”?']);
    expect(text).toContain('Exit code 0.');
    const output = updates.flatMap((update) =>
      update.sessionUpdate === 'terminal_output_chunk' ? [Buffer.from(update.data, 'base64').toString()] : [],
    );
    expect(output.join('')).toContain('petals');
  });

  test('/test finds and runs the tests of the project', async () => {
    const { say, questions } = await meet();
    expect((await say('/test')).text).toContain('Found in package.json: npm test.');
    expect(questions).toEqual(['Run “npm test”?']);
  });

  test('what was always allowed is not asked again, and is remembered by its scope', async () => {
    const { say, questions } = await meet('allow_always_0');
    await say('/run echo one');
    await say('/run echo one');
    await say('/run echo two');
    expect(questions).toEqual(['Run “echo one”?', 'Run “echo two”?']);
  });

  test('/plan keeps a plan', async () => {
    const { say } = await meet();
    const { updates } = await say('/plan dig\n- water');
    expect(updates).toContainEqual(
      expect.objectContaining({
        sessionUpdate: 'plan_update',
        plan: expect.objectContaining({
          entries: [
            { content: 'dig', status: 'pending', priority: 'medium' },
            { content: 'water', status: 'pending', priority: 'medium' },
          ],
        }) as object,
      }),
    );
    expect((await say('/plan done 1')).text).toContain('1. [x] dig');
    expect((await say('/plan clear')).text).toContain('There is no plan.');
  });

  test('/help says everything', async () => {
    const { say } = await meet();
    const { text } = await say('/help');
    for (const name of ['read', 'search', 'edit', 'run', 'test', 'plan', 'status', 'undo', 'help']) {
      expect(text).toContain(`/${name}`);
    }
  });

  test('what looks like a command and is none is said, and a path is looked up', async () => {
    const { say } = await meet();
    expect((await say('/waht is a rose')).text).toBe('Unknown command /waht; /help lists the commands.\n');
    expect((await say('/rose.md has what?')).text).toContain('rose.md:1');
  });

  test('a question is answered with quoted places, and how to add a model', async () => {
    const { say } = await meet();
    const { text, updates } = await say('Does the rose have thorns?');
    expect(text).toContain('**rose.md:');
    expect(text).toContain('It has thorns.');
    expect(text).toContain('/model explains how to add one');
    expect(JSON.stringify(updates)).toContain('"type":"resource_link"');
  });

  test('the read-only mode changes nothing', async () => {
    const { say, session, questions } = await meet();
    await session.setConfigOption('mode', 'read-only');
    expect((await say('/edit rose.md "red" "white"')).text).toContain('which does not allow this');
    expect(questions).toEqual([]);
  });

  test('files of git are asked about in every mode, and the status is not, whatever the repository sets', async () => {
    const { say, session, questions } = await meet();
    await promisify(execFile)('git', ['init', '-q'], { cwd });
    await session.setConfigOption('mode', 'code');
    await say('/status');
    expect(questions).toEqual([]);
    await say('/edit .git/config "bare = false" "bare = false\\n[filter \\"x\\"]\\n\\tclean = touch ran"');
    await say('/status');
    expect(questions).toEqual(['Change .git/config?']);
  });

  test('the first prompt names the session', async () => {
    const { say, session } = await meet();
    const { updates } = await say('/help');
    expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: 'session_info_update', title: '/help' }));
    expect(session.info.title).toBe('/help');
  });
});
