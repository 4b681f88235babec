import type { RequestPermissionRequest, ToolCallContent } from '@acp-stack/schema/v2/unstable';
import { emptyTranscript, fold } from '@acp-stack/transcript';
import type { PermissionQuestion } from '@acp-stack/workspace/client';
import { describe, expect, test } from 'vitest';

import { textOfLine } from '../../../tui/styled-line.ts';
import { questionFacts, type QuestionFacts } from './question-facts.ts';
import { toolCallView } from './tool-call-view.ts';

const options: RequestPermissionRequest['options'] = [];
const asked = (fields: Partial<PermissionQuestion>): QuestionFacts =>
  questionFacts(
    {
      sessionId: 's',
      title: 'May I?',
      description: undefined,
      options,
      kind: undefined,
      tool: undefined,
      command: undefined,
      cwd: undefined,
      paths: [],
      diffs: [],
      rawInput: undefined,
      ...fields,
    },
    '/garden',
  );

describe('a command is shown once', () => {
  test.each([
    ['npm test', 'Run'],
    ['Run npm test', 'Run'],
    ['Run npm test?', 'Run'],
    ['Execute `npm test`', 'Execute'],
    ['Run: "npm test"', 'Run'],
    ['Run “npm test”?', 'Run'],
  ])('if the question is %s', (title, shown) => {
    const facts = asked({ title, command: 'npm test', rawInput: { command: 'npm test' } });
    expect(facts).toMatchObject({ title: [shown], command: ['npm test'], input: [] });
  });

  test.each(['Do not npm test, only look', 'Run npm test and more', 'Run npm', 'List files with npm test in mind'])(
    'and besides, the question stays as it is if it says more: %s',
    (title) => {
      expect(asked({ title, command: 'npm test' })).toMatchObject({ title: [title], command: ['npm test'] });
    },
  );

  test('if the title of the tool call repeats it', () => {
    expect(asked({ toolTitle: 'npm test', command: 'npm test' }).toolTitle).toBeUndefined();
    expect(asked({ toolTitle: 'Tidy up', command: 'npm test' }).toolTitle).toBe('Tidy up');
  });
});

describe('a path is left out only if the question names it', () => {
  test.each([
    ['Read rose.md?', []],
    ['Read "rose.md".', []],
    ['Read rose.md.', []],
    ['Read rose.md.bak?', ['rose.md']],
    ['Read prose.md?', ['rose.md']],
    ['Read beds/rose.md?', ['rose.md']],
  ])('%s', (title, paths) => {
    expect(asked({ title, paths: ['/garden/rose.md'] }).paths).toEqual(paths);
  });

  test('or if the diff does', () => {
    const diffs = [{ changes: [{ operation: 'move', oldPath: '/garden/a', path: '/garden/b' }] }] as never;
    expect(asked({ paths: ['/garden/a', '/garden/b', '/garden/c'], diffs }).paths).toEqual(['c']);
  });
});

describe('the input of the tool', () => {
  const names = (fields: Partial<PermissionQuestion>): readonly string[] => asked(fields).input.map(({ name }) => name);

  test('is shown as far as nothing else shows it', () => {
    const rawInput = {
      command: 'ls',
      cwd: '/garden',
      path: 'rose.md',
      file: '/garden/rose.md',
      force: true,
      note: 'May I?',
    };
    expect(names({ command: 'ls', cwd: '/garden', paths: ['/garden/rose.md'], rawInput })).toEqual(['force']);
    expect(names({ rawInput: { a: { b: 1 }, c: null, empty: '' } })).toEqual(['a', 'c']);
    expect(names({ rawInput: 'rm' })).toEqual(['input']);
    expect(names({ rawInput: ['rm', '-rf'] })).toEqual(['input']);
    expect(names({ command: 'rm -rf', rawInput: { command: ['rm', '-rf'] } })).toEqual([]);
  });

  test('is shown with a diff, except for the text that the diff shows', () => {
    const text = '@@ -1,2 +1,2 @@\n A rose is a rose.\n-It is red like a rose.\n+It is white as a lily.\n';
    const diffs = [
      { changes: [{ operation: 'modify', path: '/garden/a' }], patch: { format: 'git_patch', text } },
    ] as never;
    const rawInput = {
      old_string: 'It is red like a rose.',
      new_string: 'A rose is a rose.\nIt is white as a lily.\n',
      other: 'It is white as a lily.\nrm -rf roses',
      short: 'rose',
      replace_all: true,
    };
    expect(names({ diffs, rawInput })).toEqual(['other', 'short', 'replace_all']);
  });

  test('has the name of the tool if no title says it', () => {
    expect(asked({ tool: 'shell' }).input).toEqual([{ name: 'tool', lines: ['shell'] }]);
    expect(asked({ tool: 'shell', title: 'Shell?' }).input).toEqual([]);
  });
});

test('every content is shown: text, links with their addresses, embedded files, and what is not known', () => {
  const block = (content: object): ToolCallContent => ({ type: 'content', content }) as ToolCallContent;
  const content = [
    block({ type: 'text', text: 'Run:\n\u202Els' }),
    block({ type: 'resource_link', name: 'rose', uri: 'https://example.org/rose' }),
    block({ type: 'resource', resource: { uri: 'file:///garden/a', text: 'inside' } }),
    block({ type: 'image', data: 'AAAA', mimeType: 'image/png' }),
    { type: '_own' } as unknown as ToolCallContent,
    { type: 'terminal', terminalId: 't' } as ToolCallContent,
  ];
  expect(asked({ description: 'Because.', content }).texts).toEqual([
    ['Because.'],
    ['Run:', '⟨202E⟩ls'],
    ['[rose https://example.org/rose]'],
    ['[file:///garden/a]', 'inside'],
    ['[image image/png 1 KiB]'],
    ['[_own]'],
  ]);
});

test('look-alikes are pointed out wherever they are', () => {
  const patch = { format: 'git_patch', text: '@@ -0,0 +1,1 @@\n+rоse\n' };
  expect(asked({ title: 'Read prоse' }).warnings).toHaveLength(1);
  expect(asked({ diffs: [{ changes: [], patch }] as never }).warnings).toHaveLength(1);
  expect(asked({ paths: ['/garden/rоse'] }).warnings).toEqual([
    'Characters that look like others: о (U+043E) in “rоse”',
  ]);
  expect(asked({ rawInput: { script: 'сat' } }).warnings).toHaveLength(1);
  expect(asked({ title: 'Read rose' }).warnings).toEqual([]);
});

test('a tool call in the conversation shows the lines of its title and of its command as well', () => {
  const updates = [
    { sessionUpdate: 'terminal_update', terminalId: 't', command: 'ls # lists\ntouch X' },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      title: 'ls # lists\ntouch X',
      content: [{ type: 'terminal', terminalId: 't' }],
    },
  ] as unknown as Parameters<typeof fold>[1][];
  const transcript = updates.reduce((state, update) => fold(state, update), emptyTranscript());
  const entry = transcript.entries.toArray().find(({ type }) => type === 'tool_call') as never;
  const lines = toolCallView(entry, transcript, { width: 60, cwd: '/garden', isVerbose: false, tick: 0 }).map(
    textOfLine,
  );
  expect(lines).toEqual(expect.arrayContaining(['  $ ls # lists', '  > touch X']));
  expect(lines[0]).toContain('ls # lists␊touch X');
});
