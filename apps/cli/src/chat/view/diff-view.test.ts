import type { Diff } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { textOfLine } from '../text/line.ts';
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
  expect(diffView(diff, { cwd: '/garden', width: 80, most: 100 }).map(textOfLine)).toEqual([
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
  const lines = diffView(diff, { cwd: '/garden', width: 80, most: 2 }).map(textOfLine);
  expect(lines.at(-1)).toBe('  … 5 more lines');
});
