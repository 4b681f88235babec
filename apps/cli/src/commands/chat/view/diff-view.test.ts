import type { Diff } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { textOfLine } from '../../../tui/styled-line.ts';
import { diffView } from './diff-view.ts';

const patch = `diff --git a/rose.md b/rose.md
--- a/rose.md
+++ b/rose.md
@@ -1,2 +1,2 @@
-A rose is red.
+A rose is white.
 --- not a header
diff --git a/tulip.md b/tulip.md
new file mode 100644
--- /dev/null
+++ b/tulip.md
@@ -0,0 +1,2 @@
+one
+two
`;

const diff = {
  changes: [
    { operation: 'modify', path: '/garden/rose.md' },
    { operation: 'add', path: '/garden/tulip.md' },
    { operation: 'move', oldPath: '/garden/a.md', path: '/elsewhere/b.md' },
  ],
  patch: { format: 'git_patch', text: patch },
} as unknown as Diff;

test('says for each file what happens to it and how many lines come and go, then shows its lines below its name', () => {
  expect(diffView(diff, { cwd: '/garden', width: 80, maxLines: 100 }).map(textOfLine)).toEqual([
    'M rose.md +1 −1',
    'A tulip.md +2 −0',
    'R a.md → /elsewhere/b.md',
    '  rose.md',
    '  @@ -1,2 +1,2 @@  1 of 2 hunks',
    '  -A rose is red.',
    '  +A rose is white.',
    '   --- not a header',
    '  tulip.md',
    '  @@ -0,0 +1,2 @@  2 of 2 hunks',
    '  +one',
    '  +two',
  ]);
});

test('cuts a long patch, and says how much is missing and what shows it', () => {
  const lines = diffView(diff, { cwd: '/garden', width: 80, maxLines: 2 }).map(textOfLine);
  expect(lines.at(-1)).toBe('  … 7 more lines, Ctrl+L shows them');
  const nearlyAll = diffView(diff, { cwd: '/garden', width: 80, maxLines: 8 }).map(textOfLine);
  expect(nearlyAll.at(-1)).toBe('  … 1 more line, Ctrl+L shows it');
});

const shown = (changes: readonly object[], text: string): readonly string[] =>
  diffView({ changes, patch: { format: 'git_patch', text } } as unknown as Diff, {
    cwd: '/garden',
    width: 80,
    maxLines: 100,
  }).map((line) => textOfLine(line).trim());

test('a file that only the patch speaks of has its name above its lines', () => {
  const hunk = '@@ -1,0 +1,1 @@\n+x\n';
  const file = (name: string): string => `diff --git ${name} ${name}\n--- ${name}\n+++ ${name}\n${hunk}`;
  expect(shown([{ operation: 'modify', path: '/garden/a' }], `${file('/garden/a')}${file('/root/.keys')}`)).toEqual([
    'M a +1 −0',
    'a',
    '@@ -1,0 +1,1 @@  1 of 2 hunks',
    '+x',
    'diff --git /root/.keys /root/.keys',
    '--- /root/.keys',
    '+++ /root/.keys',
    '@@ -1,0 +1,1 @@  2 of 2 hunks',
    '+x',
  ]);
  expect(shown([{ operation: 'modify', path: '/garden/a' }], file('/garden/b'))[1]).toBe(
    'diff --git /garden/b /garden/b',
  );
});

test('a mode, and unreadable bytes, are shown', () => {
  const change = { operation: 'modify', path: '/garden/a.sh' };
  const names = 'diff --git a/a.sh b/a.sh\n';
  const modes = ['old mode 100644', 'new mode 104755'];
  expect(shown([change], `${names}${modes.join('\n')}\n`)).toEqual(['M a.sh +0 −0', ...modes]);
  expect(shown([{ ...change, operation: 'add' }], `${names}new file mode 100755\n`)).toContain('new file mode 100755');
  const binary = 'Binary files a/a.sh and b/a.sh differ';
  expect(shown([change], `${names}index 1..2 100644\n${binary}\n`)).toEqual([
    'M a.sh  the agent does not show the lines',
    binary,
  ]);
});

test('names that git puts in quotes, and those of a moved file, are known ones', () => {
  const quoted = String.raw`"/garden/b\303\244r \"1\".md"`;
  const changed = `diff --git ${quoted} ${quoted}\n--- ${quoted}\n+++ ${quoted}\n@@ -0,0 +1 @@\n+x\n`;
  expect(shown([{ operation: 'modify', path: '/garden/bär "1".md' }], changed)).toEqual([
    'M bär "1".md +1 −0',
    '@@ -0,0 +1 @@',
    '+x',
  ]);
  const move = { operation: 'move', oldPath: '/garden/old rose.md', path: '/garden/rose.md' };
  const moved =
    'diff --git a/old rose.md b/rose.md\nsimilarity index 90%\nrename from old rose.md\nrename to rose.md\n--- a/old rose.md\t\n+++ b/rose.md\n@@ -1 +1 @@\n-x\n+y\n';
  expect(shown([move], moved)).toEqual(['R old rose.md → rose.md +1 −1', '@@ -1 +1 @@', '-x', '+y']);
});

test('files of a patch are found by their names, in any order', () => {
  const file = (name: string, line: string): string =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,0 +1,1 @@\n+${line}\n`;
  const changes = ['a', 'b'].map((name) => ({ operation: 'modify', path: `/garden/${name}` }));
  expect(shown(changes, `${file('b', 'x')}+y\n${file('a', 'z')}`)).toEqual([
    'M a +1 −0',
    'M b +2 −0',
    'b',
    '@@ -1,0 +1,1 @@  1 of 2 hunks',
    '+x',
    '+y',
    'a',
    '@@ -1,0 +1,1 @@  2 of 2 hunks',
    '+z',
  ]);
});

test('a change whose lines the agent does not send says so; a deletion or a move needs none', () => {
  const changes = [
    { operation: 'modify', path: '/garden/a' },
    { operation: 'delete', path: '/garden/b' },
    { operation: 'move', oldPath: '/garden/c', path: '/garden/d' },
  ];
  expect(shown(changes, '')).toEqual(['M a  the agent does not show the lines', 'D b', 'R c → d']);
});

test('a path is shown with everything in it', () => {
  expect(shown([{ operation: 'delete', path: '/garden/a\nb\u202Ec ' }], '')).toEqual(['D a␊b⟨202E⟩c␠']);
});

test('only the lines around a change of a whole file are shown', () => {
  const lines = Array.from({ length: 90 }, (_, index) => (index === 60 ? '-old\n+new\n' : ` ${index}\n`)).join('');
  const whole = `diff --git /garden/a /garden/a\n--- /garden/a\n+++ /garden/a\n@@ -1,90 +1,90 @@ whole file\n${lines}`;
  expect(shown([{ operation: 'modify', path: '/garden/a' }], whole)).toEqual([
    'M a +1 −1',
    '@@ -58,7 +58,7 @@',
    '57',
    '58',
    '59',
    '-old',
    '+new',
    '61',
    '62',
    '63',
  ]);
});

test('a binary file is not said to have no changed lines', () => {
  const head = 'diff --git a/rose.png b/rose.png\n';
  const change = { operation: 'modify', path: '/garden/rose.png' };
  const hidden = 'M rose.png  the agent does not show the lines';
  expect(shown([change], `${head}GIT binary patch\n`)).toEqual([hidden, 'GIT binary patch']);
  const says = 'Binary files a/rose.png and b/rose.png differ';
  expect(shown([{ ...change, operation: 'delete' }], `${head}${says}\n`)).toEqual(['D rose.png', says]);
  const text = `${head}--- a/rose.png\n+++ b/rose.png\n@@ -0,0 +1 @@\n+${says}\n`;
  expect(shown([change], text)[0]).toBe('M rose.png +1 −0');
});
