import { describe, expect, test } from 'vitest';

import { chooseEditor, editorCommand } from './editor-command.ts';

const opened = (editor: string, path: string, line?: number): readonly string[] => {
  const chosen = chooseEditor(editor, {});
  if ('problem' in chosen) throw new Error(chosen.problem);
  return editorCommand(chosen.words, { path, line });
};

describe('a file is opened at a line by', () => {
  test.each([
    ['code', ['code', '-g', '/g/rose.ts:7']],
    ['/usr/bin/cursor --reuse-window', ['/usr/bin/cursor', '--reuse-window', '-g', '/g/rose.ts:7']],
    ['zed', ['zed', '/g/rose.ts:7']],
    ['subl -n', ['subl', '-n', '/g/rose.ts:7']],
    ['gvim', ['gvim', '+7', '/g/rose.ts']],
    ['vim -g', ['vim', '-g', '+7', '/g/rose.ts']],
    ['emacsclient -c -n', ['emacsclient', '-c', '-n', '+7', '/g/rose.ts']],
    ['idea', ['idea', '--line', '7', '/g/rose.ts']],
    ['kate', ['kate', '-l', '7', '/g/rose.ts']],
    ['"/opt/My Editor/run" --now', ['/opt/My Editor/run', '--now', '/g/rose.ts']],
  ])('%s', (editor, command) => {
    expect(opened(editor, '/g/rose.ts', 7)).toEqual(command);
  });

  test('its path alone without a line, or where a part of the path would be taken for one', () => {
    expect(opened('code', '/g/rose.ts')).toEqual(['code', '/g/rose.ts']);
    expect(opened('code', '/g/rose:12', 7)).toEqual(['code', '/g/rose:12']);
    expect(opened('zed', '/g:3:1/rose.ts', 7)).toEqual(['zed', '/g:3:1/rose.ts']);
    expect(opened('idea', '/g/rose:12', 7)).toEqual(['idea', '--line', '7', '/g/rose:12']);
  });
});

describe('the editor is', () => {
  test('that of the config file, then that of VISUAL, then that of EDITOR', () => {
    const env = { VISUAL: 'zed', EDITOR: 'code' };
    expect(chooseEditor('subl', env)).toEqual({ words: ['subl'] });
    expect(chooseEditor(undefined, env)).toEqual({ words: ['zed'] });
    expect(chooseEditor(undefined, { VISUAL: ' ', EDITOR: 'code -w' })).toEqual({ words: ['code', '-w'] });
  });

  test.each([
    [undefined, {}, 'No editor is set'],
    [undefined, { EDITOR: 'vim' }, 'vim runs in a terminal'],
    [undefined, { EDITOR: '/usr/local/bin/unknown-one' }, 'unknown-one runs in a terminal'],
    ['nano', {}, 'nano runs in a terminal'],
    ['emacs -nw', {}, 'emacs runs in a terminal'],
    ['/usr/bin/nvim', { EDITOR: 'code' }, '/usr/bin/nvim runs in a terminal'],
    ['"code', {}, 'The editor "code cannot be read'],
  ])('none for %j and %j', (configured, env, words) => {
    const chosen = chooseEditor(configured, env);
    expect(chosen).toEqual({
      problem: expect.stringMatching(new RegExp(`${words}; set "editor" in the config file .*\\.$`, 'u')) as string,
    });
  });
});

test.each([
  ['code', ['code']],
  ['C:\\Editors\\zed.exe --new', ['C:\\Editors\\zed.exe', '--new']],
  ['"C:\\Program Files\\VS Code\\bin\\code.cmd"', ['C:\\Program Files\\VS Code\\bin\\code.cmd']],
])('on Windows, %s is a program and its arguments', (set, words) => {
  expect(chooseEditor(undefined, { EDITOR: set }, 'win32')).toEqual({ words });
});
