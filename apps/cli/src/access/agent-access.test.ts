import { expect, test } from 'vitest';

import { accessOf } from './agent-access.ts';

const names = (...given: Parameters<typeof accessOf>): readonly string[] => [...accessOf(...given)];

test('an agent that is started here may use everything, one that is reached by an address nothing', () => {
  expect(names({ kind: 'command' }, {})).toEqual(['fs', 'terminal', 'editor-state']);
  expect(names({ kind: 'url' }, {})).toEqual([]);
});

test('a flag allows a remote agent one part', () => {
  expect(names({ kind: 'url' }, { allowFs: true })).toEqual(['fs']);
  expect(names({ kind: 'url' }, { allowTerminal: true })).toEqual(['terminal']);
  expect(names({ kind: 'url' }, { allowEditorState: true })).toEqual(['editor-state']);
  expect(names({ kind: 'url' }, { editorState: 'editor.json' })).toEqual(['editor-state']);
});

test('the config file allows an agent what it lists, and a flag refuses that', () => {
  expect(names({ kind: 'url', allow: ['fs', 'terminal'] }, {})).toEqual(['fs', 'terminal']);
  expect(names({ kind: 'url', allow: ['fs', 'terminal'] }, { terminal: false })).toEqual(['fs']);
  expect(names({ kind: 'command', allow: [] }, {})).toEqual([]);
});

test('a flag and its opposite are a mistake', () => {
  expect(() => accessOf({ kind: 'url' }, { allowFs: true, fs: false })).toThrow(
    '--allow-fs and --no-fs cannot be used together',
  );
});
