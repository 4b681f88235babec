import type { RequestPermissionRequest } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { permissionFacts, type PermissionFacts } from './permission-facts.ts';

const patch = '--- a/rose.md\n+++ b/rose.md\n@@ -1 +1 @@\n-A rose is red, as all are.\n+A rose is white, as all are.\n';
const diff = {
  type: 'diff',
  changes: [{ operation: 'modify', path: '/garden/rose.md' }],
  patch: { format: 'git_patch', text: patch },
};
const about = (toolCall: object, fields: object = {}): PermissionFacts =>
  permissionFacts({
    sessionId: 's1',
    title: 'May I?',
    subject: { type: 'tool_call', toolCall: { toolCallId: 't', ...toolCall } },
    options: [],
    ...fields,
  } as unknown as RequestPermissionRequest);

test('a change is shown, and neither its file nor its texts again', () => {
  const facts = about({
    title: 'Edit rose.md',
    content: [diff],
    locations: [{ path: '/garden/rose.md' }, { path: '/garden/bed.md' }],
    rawInput: { path: '/garden/rose.md', file: 'rose.md', new_string: 'A rose is white, as all are.\n', mode: 'fast' },
  });
  expect(facts.diffs).toEqual([diff]);
  expect(facts.paths).toEqual(['/garden/bed.md']);
  expect(facts.input).toEqual([{ name: 'mode', text: 'fast' }]);
  expect(facts.toolTitle).toBe('Edit rose.md');
});

test('a command is shown once, however it is given', () => {
  expect(about({ title: 'rm -rf roses', rawInput: { command: 'rm -rf roses', timeout: 5 } })).toMatchObject({
    command: 'rm -rf roses',
    toolTitle: undefined,
    input: [{ name: 'timeout', text: '5' }],
  });
  expect(about({ rawInput: { command: ['git', 'push'] } })).toMatchObject({ command: 'git push', input: [] });
});

test('a command without a tool call has its folder', () => {
  const facts = permissionFacts({
    sessionId: 's1',
    title: 'Run it?',
    subject: { type: 'command', command: 'npm test', cwd: '/garden' },
    options: [],
  } as unknown as RequestPermissionRequest);
  expect(facts).toMatchObject({ command: 'npm test', cwd: '/garden', input: [] });
});

test('an address is shown with its host', () => {
  expect(about({ rawInput: { url: 'https://evil.example/a?b#c', prompt: 'read' } })).toMatchObject({
    addresses: [{ text: 'https://evil.example/a?b#c', host: 'evil.example' }],
    input: [{ name: 'prompt', text: 'read' }],
  });
});

test('the raw input is the last resort, of every form', () => {
  expect(about({ rawInput: ['a', { b: 1 }] }).input).toEqual([
    { name: 'input', text: '[\n  "a",\n  {\n    "b": 1\n  }\n]' },
  ]);
  expect(about({ rawInput: 'words' }).input).toEqual([{ name: 'input', text: 'words' }]);
  expect(about({}).input).toEqual([]);
});

test('texts of the request and of the tool call are shown, each once', () => {
  const content = [
    { type: 'content', content: { type: 'text', text: 'It is late.' } },
    { type: 'content', content: { type: 'resource_link', uri: 'file:///a', name: 'a' } },
  ];
  expect(about({ content }, { description: 'It is late.' }).texts).toEqual(['It is late.', 'a\nfile:///a']);
});

test('hidden characters are named, wherever they are', () => {
  const hidden = { ...diff, patch: { format: 'git_patch', text: '+a\u202Eb\n' } };
  const facts = about({ content: [hidden], rawInput: { note: 'c\u200B' } });
  expect(facts.hiddenCharacters).toEqual(['U+202E', 'U+200B']);
});

test('characters that look like others are named with their word', () => {
  // The first letter is Cyrillic.
  expect(about({ rawInput: { command: 'сurl example.org' } }).lookAlikes).toEqual(['с (U+0441) in “сurl”']);
  expect(about({ rawInput: { command: 'curl example.org' } }, { title: 'Ist das schön – ja?' }).lookAlikes).toEqual([]);
});
