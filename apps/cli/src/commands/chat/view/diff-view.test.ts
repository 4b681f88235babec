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

test('says for each file what happens to it and how many lines come and go, then shows the lines', () => {
  expect(diffView(diff, { cwd: '/garden', width: 80, maxLines: 100 }).map(textOfLine)).toEqual([
    'M rose.md +1 −1',
    'A tulip.md +2 −0',
    'R a.md → /elsewhere/b.md',
    '  @@ -1,2 +1,2 @@',
    '  -A rose is red.',
    '  +A rose is white.',
    '   --- not a header',
    '  @@ -0,0 +1,2 @@',
    '  +one',
    '  +two',
  ]);
});

test('cuts a long patch and says how much is missing', () => {
  const lines = diffView(diff, { cwd: '/garden', width: 80, maxLines: 2 }).map(textOfLine);
  expect(lines.at(-1)).toBe('  … 5 more lines');
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
    '@@ -1,0 +1,1 @@',
    '+x',
    'diff --git /root/.keys /root/.keys',
    '--- /root/.keys',
    '+++ /root/.keys',
    '@@ -1,0 +1,1 @@',
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
  expect(shown([change], `${names}index 1..2 100644\n${binary}\n`)).toEqual(['M a.sh +0 −0', binary]);
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
