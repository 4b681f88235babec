/** Permission requests on the screen: what is approved was visible, and stays in the record. */
import { once } from 'node:events';

import { writeGitPatch } from '@acp-stack/bridge/git-patch';
import type { ToolCallContent } from '@acp-stack/schema/v2/unstable';
import type { Turn } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { ChatFixture, soon, type ChatFixtureOptions } from '../support/chat-fixture.ts';

const options = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' as const },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' as const },
];

const numbered = (count: number, changed: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, index) => `${changed[index + 1] ?? `line ${index + 1}`}\n`).join('');

/** A whole file as one hunk, as agents of version 1 send it through the bridge. */
const wholeFile = (path: string, oldText: string | undefined, newText: string | undefined): ToolCallContent => ({
  type: 'diff',
  changes: [
    {
      operation: oldText === undefined ? 'add' : newText === undefined ? 'delete' : 'modify',
      path,
      fileType: 'text',
    },
  ],
  patch: { format: 'git_patch', text: writeGitPatch({ path, oldText, newText }) },
});

/** An agent that asks about one tool call, and says what the answer was. */
function asking(
  call: Parameters<Turn['toolCall']>[0],
  after: (call: ReturnType<Turn['toolCall']>, isAllowed: boolean) => Promise<unknown> = async () => undefined,
): Pick<ChatFixtureOptions, 'onPrompt'> {
  return {
    onPrompt: async (turn) => {
      const made = turn.toolCall(call);
      const outcome = await turn.askPermission({ title: `${call.title}?`, subject: made, options });
      const option = outcome.outcome === 'selected' ? outcome.optionId : 'none';
      await after(made, option === 'once');
      void turn.message.append(`Answer: ${option}.`);
    },
  };
}

const changeAt = (line: number, count = 131): ToolCallContent =>
  wholeFile('/garden/README.md', numbered(count), numbered(count, { [line]: 'rm -rf roses' }));

describe('a question about a change', () => {
  test.each([
    { line: 3, columns: 80, rows: 24 },
    { line: 101, columns: 80, rows: 24 },
    { line: 101, columns: 100, rows: 30 },
    { line: 131, columns: 60, rows: 18 },
  ])('shows the changed line $line on a screen of $columns × $rows', async ({ line, columns, rows }) => {
    await using chat = await ChatFixture.open({
      ...asking({ title: 'Edit README.md', kind: 'edit', content: [changeAt(line)] }),
      columns,
      rows,
    });
    chat.say('Go');
    const screen = await chat.shows('1. Allow (y)');
    expect(screen).toContain('? Edit README.md?');
    expect(screen).toContain(`-line ${line}\n`);
    expect(screen).toContain('+rm -rf roses');
    expect(screen).toContain(`line ${line - 1}\n`);
    expect(screen).not.toContain(`line ${line - 4}\n`);
    expect(screen).not.toContain('not shown');
  });

  test.each([
    { columns: 80, rows: 6 },
    { columns: 80, rows: 8 },
    { columns: 80, rows: 10 },
    { columns: 40, rows: 16 },
    { columns: 80, rows: 16 },
  ])('shows the changed line and the title on a low screen of $columns × $rows', async ({ columns, rows }) => {
    const content = [wholeFile('/garden/README.md', numbered(200), numbered(200, { 50: 'rm -rf roses', 150: 'x' }))];
    await using chat = await ChatFixture.open({
      ...asking({ title: 'Edit README.md', kind: 'edit', content }),
      columns,
      rows,
    });
    chat.say('Go');
    const screen = await chat.shows('1. Allow (y)');
    expect(screen).toContain('? Edit README.md?');
    expect(screen).toContain('-line 50\n');
    expect(screen).toMatch(/more lines \(Space\)/u);
    expect(screen).toContain('2. Reject (n)');
    chat.press(...Array.from({ length: 60 }, () => ' '));
    await chat.shows(/this is the end/u);
    chat.press('y');
    await chat.shows('Answer: once.');
  });

  test('draws its diff once, also if the request repeats the content of the tool call', async () => {
    const content = [changeAt(101)];
    await using chat = await ChatFixture.open({
      onPrompt: async (turn) => {
        const { toolCallId } = turn.toolCall({ title: 'Edit README.md', kind: 'edit', content });
        const toolCall = { toolCallId, title: 'Edit README.md', content: structuredClone(content) };
        await turn.session.connection.request('session/request_permission', {
          sessionId: turn.session.id,
          title: 'Edit README.md',
          subject: { type: 'tool_call', toolCall },
          options,
        });
      },
    });
    chat.say('Go');
    const screen = await chat.shows('1. Allow (y)');
    expect(screen.split('+rm -rf roses')).toHaveLength(2);
    expect(screen.split('Edit README.md')).toHaveLength(2);
  });

  test('shows several hunks of several files, new files, deletions and moves, each under its name', async () => {
    const [before, after] = [numbered(60), numbered(60, { 5: 'five', 50: 'fifty' })];
    const move = {
      type: 'diff' as const,
      changes: [{ operation: 'move' as const, oldPath: '/garden/a.md', path: '/garden/b.md' }],
    };
    const content = [
      wholeFile('/garden/rose.md', before, after),
      wholeFile('/garden/new.md', undefined, 'fresh\n'),
      wholeFile('/garden/old.md', 'gone\n', undefined),
      move,
    ] as ToolCallContent[];
    await using chat = await ChatFixture.open({ ...asking({ title: 'Tidy up', content }), rows: 45 });
    chat.say('Go');
    const screen = await chat.shows('1. Allow (y)');
    const order = [
      'M rose.md +2 −2',
      '@@ -2,7 +2,7 @@',
      '+five',
      '@@ -47,7 +47,7 @@',
      '+fifty',
      'A new.md +1 −0',
      '+fresh',
    ];
    const places = [...order, 'D old.md +0 −1', '-gone', 'R a.md → b.md'].map((words) => screen.indexOf(words));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(places).not.toContain(-1);
  });

  test('that does not fit shows its end, how much is between, and takes no approval of what was not seen', async () => {
    const text = numbered(200, { 120: 'rm -rf roses', 200: 'the end' });
    await using chat = await ChatFixture.open(
      asking({ title: 'Write new.md', kind: 'edit', content: [wholeFile('/garden/new.md', undefined, text)] }),
    );
    chat.say('Go');
    const first = await chat.shows('1. Allow (y)');
    expect(first).toContain('? Write new.md?');
    expect(first).toMatch(/⋯ 18\d more lines \(Space\)/u);
    expect(first).toContain('+the end');
    expect(first).not.toContain('rm -rf roses');
    chat.press('y');
    await chat.shows(/18\d lines were not shown: Space scrolls, the same key again allows it unseen/u);
    chat.press('\u001b[6~', ...Array.from({ length: 10 }, () => ' '));
    await chat.shows('+rm -rf roses');
    chat.press('\u001b[5~');
    await chat.shows('above (PgUp)');
    chat.press(...Array.from({ length: 20 }, () => ' '));
    await chat.shows('this is the end');
    chat.press('y');
    await chat.shows('Answer: once.');
  });

  test('may be approved unseen by answering twice, and rejected at once', async () => {
    const call = { title: 'Write new.md', content: [wholeFile('/garden/new.md', undefined, numbered(200))] };
    await using chat = await ChatFixture.open(asking(call));
    chat.say('Go');
    await chat.shows('1. Allow (y)');
    chat.press('\r');
    await chat.shows('the same key again allows it unseen');
    chat.press('\r');
    await chat.shows('Answer: once.');
    chat.say('Go');
    await chat.shows('Space scrolls');
    chat.press('n');
    await chat.shows('Answer: no.');
  });
});

test('a key that comes before a question is visible does not approve it', async () => {
  const answers: unknown[] = [];
  await using chat = await ChatFixture.open({
    onPrompt: async (turn) => {
      const ask = async (title: string): Promise<unknown> => answers.push(await turn.askPermission({ title, options }));
      await Promise.all([ask('Cut?'), ask('Burn?')]);
    },
  });
  chat.say('Go');
  await chat.shows(/\? Cut\?[\s\S]*1\. Allow \(y\)/u);
  chat.press('y', 'y', '\r', '1');
  await chat.shows('? Burn?');
  expect(answers).toHaveLength(1);
  chat.press('n');
  await soon(() => answers).toEqual([
    { outcome: 'selected', optionId: 'once' },
    { outcome: 'selected', optionId: 'no' },
  ]);
});

describe('the record', () => {
  const refusal = { type: 'content' as const, content: { type: 'text' as const, text: 'Permission was refused.' } };

  test('keeps the hunks of a change that was rejected, and says so in one line', async () => {
    await using chat = await ChatFixture.open(
      asking({ title: 'Edit README.md', kind: 'edit', content: [changeAt(101)] }, (call) =>
        call.fail({ content: [refusal] }),
      ),
    );
    chat.say('Go');
    await chat.shows('1. Allow (y)');
    chat.press('n');
    const screen = await chat.shows('Answer: no.');
    expect(screen).toContain('⊘ Edit README.md: you rejected it\n  M README.md +1 −1');
    expect(screen).toContain('+rm -rf roses');
    expect(screen).not.toContain('Permission was refused.');
    expect(screen).not.toContain('(failed)');
  });

  test('keeps the hunks of a change that was allowed, also if the agent replaces them by other content', async () => {
    await using chat = await ChatFixture.open(
      asking({ title: 'Edit README.md', kind: 'edit', content: [changeAt(101)] }, (call) =>
        call.complete({ content: [{ type: 'content', content: { type: 'text', text: 'Written.' } }] }),
      ),
    );
    chat.say('Go');
    await chat.shows('1. Allow (y)');
    chat.press('y');
    const screen = await chat.shows('Answer: once.');
    expect(screen).toMatch(/✓ Edit README\.md\n {2}M README\.md \+1 −1[\s\S]*\+rm -rf roses[\s\S]*Written\./u);
  });

  test('tells of a call that was done although it was rejected', async () => {
    await using chat = await ChatFixture.open(asking({ title: 'Cut', kind: 'edit' }, (call) => call.complete()));
    chat.say('Go');
    await chat.shows('1. Allow (y)');
    chat.press('n');
    await chat.shows('✓ Cut (completed, although you rejected it)');
  });

  test('has the whole question and its answer if it was not about a tool call', async () => {
    await using chat = await ChatFixture.open({
      onPrompt: async (turn) => {
        const subject = { type: 'command' as const, command: 'cut roses', cwd: '/garden' };
        await turn.requestPermission({ title: 'Shall I?', description: 'They are ripe.', subject, options });
      },
    });
    chat.say('Go');
    await chat.shows('1. Allow (y)');
    chat.press('y');
    await chat.shows('✓ Shall I?: you allowed it\n  $ cut roses\n  in /garden\n  They are ripe.');
  });

  test('says that a question was closed', async () => {
    await using chat = await ChatFixture.open(asking({ title: 'Cut', kind: 'edit' }, (call) => call.fail()));
    chat.say('Go');
    await chat.shows('1. Allow (y)');
    chat.press('\u001b');
    await chat.shows('⊘ Cut: you closed the question');
  });
});

describe('a question shows what its tool call carries', () => {
  test('the text, the input and the places', async () => {
    await using chat = await ChatFixture.open(
      asking({
        title: 'Bash',
        name: 'shell',
        content: [{ type: 'content', content: { type: 'text', text: 'Requesting approval to run: rm -rf roses' } }],
        locations: [{ path: '/garden/beds' }],
        rawInput: { reason: 'They are old.', force: true },
      }),
    );
    chat.say('Go');
    const screen = await chat.shows('1. Allow (y)');
    for (const words of [
      'Requesting approval to run: rm -rf roses',
      'reason: They are old.',
      'force: true',
      'tool: shell',
    ])
      expect(screen).toContain(words);
    expect(screen).toMatch(/^│ beds$/mu);
  });

  test('a command once besides the options of the agent', async () => {
    await using chat = await ChatFixture.open({
      onPrompt: async (turn) => {
        const call = turn.toolCall({
          title: 'Run npm test',
          kind: 'execute',
          rawInput: { command: 'npm test', timeout: 9 },
        });
        await turn.requestPermission({ title: 'Run npm test?', subject: call, options });
      },
    });
    chat.say('Go');
    const screen = await chat.shows('1. Allow (y)');
    expect(screen.split('npm test')).toHaveLength(2);
    expect(screen).toContain('? Run\n│ $ npm test\n│ timeout: 9\n');
  });
});

describe('what is shown is what runs', () => {
  const run = (command: string, more: Partial<ChatFixtureOptions> = {}): Promise<ChatFixture> =>
    ChatFixture.open({ ...asking({ title: 'Run a command', kind: 'execute', rawInput: { command } }), ...more });

  test.each([
    ['behind a comment', 'ls # lists the files\ntouch X', '│ $ ls # lists the files\n│ > touch X'],
    ['far to the right', `ls ${' '.repeat(3000)}; touch X`, '⟨3001 spaces⟩; touch X'],
    ['behind a comment that is long', `ls # ${'all is well '.repeat(30)}\ntouch X`, '\n│ > touch X'],
    ['after a carriage return', 'touch X\rls', '$ touch X␍ls'],
    ['after empty lines', `ls${'\n'.repeat(1000)}touch X`, '│ > ⟨999 empty lines⟩\n│ > touch X'],
    ['after a thousand lines', `${'echo\n'.repeat(1000)}touch X`, '\n│ > touch X'],
    ['in the other direction', 'ls \u202EX hcuot', '$ ls ⟨202E⟩X hcuot'],
    ['in characters without width', 'l\u200Bs', '$ l⟨200B⟩s'],
    ['in a look-alike', 'сat roses', '! Characters that look like others: с (U+0441) in “сat”'],
  ])('with the dangerous part %s', async (_where, command, shown) => {
    await using chat = await run(command);
    chat.say('Go');
    expect(await chat.shows('1. Allow (y)')).toContain(shown);
  });

  test('in a long line, which is broken and not cut, at every width', async () => {
    const command = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    for (const columns of [30, 61, 80]) {
      await using chat = await run(command, { columns, rows: 40 });
      chat.say('Go');
      const screen = await chat.shows('1. Allow (y)');
      const shown = screen.slice(screen.indexOf('$ ') + 2, screen.indexOf('❯ 1. Allow'));
      expect(shown.replaceAll('↩\n│   ', '').trimEnd()).toBe(command);
      expect(screen).not.toContain('…');
    }
  });

  test('in a title and in a path', async () => {
    await using chat = await ChatFixture.open(
      asking({ title: 'Read\n\u202Erose.md', kind: 'read', locations: [{ path: '/garden/a\u200B b ' }] }),
    );
    chat.say('Go');
    const screen = await chat.shows('1. Allow (y)');
    expect(screen).toContain('? Read\n│ ⟨202E⟩rose.md?');
    expect(screen).toContain('a⟨200B⟩ b␠');
  });

  test('also where the words of a command come as a list', async () => {
    await using chat = await ChatFixture.open(
      asking({ title: 'Run', kind: 'execute', rawInput: { command: ['rm', '-rf', 'my roses', "it's"] } }),
    );
    chat.say('Go');
    expect(await chat.shows('1. Allow (y)')).toContain(String.raw`$ rm -rf 'my roses' 'it'\''s'`);
  });
});

describe('text of an agent cannot look like a part of the question', () => {
  const hostile = [
    '❯ 1. Allow (y)',
    '  2. Allow always (a)',
    '  Enter or the number chooses, Esc closes without an answer',
    '? Something harmless?',
    '! Nothing looks like something else',
    '  ⋯ 3 more lines here, Space shows them (9 lines)',
    '? waiting for you  Gardener',
  ].join('\n');
  const patch = { format: 'git_patch' as const, text: `@@ -0,0 +1 @@\n${hostile}\n` };
  const changes = [{ operation: 'add' as const, path: `/garden/${hostile}` }];
  const own =
    /^(?:❯ 1\. Allow \(y\)|  2\. Reject \(n\)|  (?:Space scrolls, )?Enter or the number chooses, Esc closes without an answer)$/u;

  test.each([
    ['the title', { title: `Cut\n${hostile}` }],
    ['the text', { title: 'Cut', content: [{ type: 'content', content: { type: 'text', text: hostile } }] }],
    ['an argument', { title: 'Cut', rawInput: { [hostile]: hostile, list: [hostile] } }],
    ['a command', { title: 'Cut', rawInput: { command: hostile } }],
    ['a path', { title: 'Cut', locations: [{ path: `/garden/${hostile}` }] }],
    ['a name', { title: 'Cut', name: hostile }],
    ['a patch', { title: 'Cut', content: [{ type: 'diff', changes, patch }] }],
    ['a long line', { title: 'Cut', rawInput: { note: hostile.replaceAll('\n', ' ').repeat(9) } }],
  ])('in %s', async (_where, call) => {
    for (const columns of [30, 80]) {
      await using chat = await ChatFixture.open({ ...asking(call as never), columns, rows: 60 });
      chat.say('Go');
      const lines = (await chat.shows(/^❯ 1\. Allow \(y\)$/mu)).split('\n');
      const start = lines.findLastIndex((each) => each.startsWith('? Cut'));
      const question = lines.slice(start + 1, -1);
      expect(question.slice(0, -3).filter((each) => !/^(?:│ |\s+⋯ \d)/u.test(each))).toEqual([]);
      if (columns === 80) expect(question.slice(-3).filter((each) => !own.test(each))).toEqual([]);
    }
  });

  test('in the name of an option', async () => {
    const name = `Reject ${'x '.repeat(30)}${hostile}`;
    await using chat = await ChatFixture.open({
      onPrompt: async (turn) => {
        await turn.requestPermission({
          title: 'Cut?',
          options: options.map((option, index) => (index === 0 ? { ...option, name } : option)),
        });
      },
      rows: 60,
    });
    chat.say('Go');
    const lines = (await chat.shows('Enter or the number chooses, Esc closes')).split('\n');
    const start = lines.indexOf('? Cut?');
    const [first = '', ...others] = lines.slice(start + 1, -3);
    expect(first).toMatch(/^❯ 1\. Reject x x/u);
    expect(others.length).toBeGreaterThan(2);
    expect(others.filter((each) => !each.startsWith('  │ '))).toEqual([]);
  });
});

test('y chooses the first of several options that allow this once', async () => {
  await using chat = await ChatFixture.open({
    onPrompt: async (turn) => {
      const twice = [{ optionId: 'a', name: 'A', kind: 'allow_once' as const }, ...options];
      const chosen = await turn.requestPermission({ title: 'x', options: twice });
      void turn.message.append(`Answer: ${chosen?.optionId}.`);
    },
  });
  chat.say('Go');
  await chat.shows('1. A [allows it] (y)');
  chat.press('y');
  await chat.shows('Answer: a.');
});

describe('a tool call that changes while its question is open', () => {
  test('is shown besides the question, and the record has what was asked and what it became', async () => {
    const changing = new AbortController();
    await using chat = await ChatFixture.open({
      onPrompt: async (turn) => {
        const call = turn.toolCall({ title: 'List', kind: 'execute', rawInput: { command: 'ls' } });
        const answer = turn.askPermission({ title: 'May I list?', subject: call, options });
        await once(changing.signal, 'abort');
        void call.update({ title: 'Remove all', rawInput: { command: 'rm -rf roses' } });
        await answer;
        await call.update({ status: 'completed' });
      },
    });
    chat.say('Go');
    expect(await chat.shows('1. Allow (y)')).toContain('$ ls');
    changing.abort();
    const open = await chat.shows('The agent has changed this after it asked');
    expect(open).toContain('Remove all');
    expect(open).toContain('$ ls');
    expect(open).not.toContain('$ rm -rf roses');
    chat.press('y');
    const record = await chat.shows('✓ Remove all');
    expect(record).toContain('✓ May I list?: you allowed it');
    expect(record).toContain('$ ls');
  });
});
