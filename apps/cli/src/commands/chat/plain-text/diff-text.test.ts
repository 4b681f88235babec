import type { Diff } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { diffText } from './diff-text.ts';

const linesOf = (text: string): readonly string[] =>
  diffText(
    { changes: [{ operation: 'modify', path: '/w/a.py' }], patch: { format: 'git_patch', text } } as unknown as Diff,
    { cwd: '/w', maxLines: 50 },
  );
const head = 'diff --git /w/a.py /w/a.py\n--- /w/a.py\n+++ /w/a.py\n';

test('reads out what stands behind a carriage return', () => {
  expect(linesOf(`${head}@@ -1,1 +1,2 @@\n x = 0\n+y = 1\rimport os\n`)).toEqual([
    'File a.py is changed: 1 line added, 0 lines removed.',
    'Line 2 added: y = 1␍import os',
  ]);
});

test('reads out everything but the lines that stay', () => {
  expect(
    linesOf(
      `${head}@@ -1,2 +1,3 @@\n\n x = 0\n+y = 1\n\\ No newline at end of file\nnobody counted this\n\n${head.replaceAll('/w/a.py', '/root/.keys')}@@ -1,0 +1,1 @@\n+evil\n`,
    ),
  ).toEqual([
    'File a.py is changed: 1 line added, 0 lines removed.',
    'In a.py:',
    'Line 3 added: y = 1',
    'Also in the patch: nobody counted this',
    'Also in the patch: diff --git /root/.keys /root/.keys',
    'Also in the patch: --- /root/.keys',
    'Also in the patch: +++ /root/.keys',
    'Line 1 added: evil',
  ]);
  expect(linesOf('diff --git /w/a.py /w/a.py\nold mode 100644\nnew mode 104755\n').slice(1)).toEqual([
    'Also in the patch: old mode 100644',
    'Also in the patch: new mode 104755',
  ]);
});
