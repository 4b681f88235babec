import { validators as v1, type Diff as V1Diff } from '@acp-stack/schema/v1/unstable';
import { validators as v2, type Diff } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { text } from './arbitraries.test-support.ts';
import { diffToV1, diffToV2 } from './diff.ts';
import { writeGitPatch } from '../patch/git-patch.ts';
import { collectLosses, strict } from './losses.test-support.ts';

const place = { cwd: '/work', losses: strict };
const unknownText = { losses: strict, oldText: () => undefined };
const path = '/work/a.ts';

describe('diff content', () => {
  test('toV2: every diff crosses and comes back the same', () => {
    const diffs = fc.oneof(
      fc.record({ oldText: text, newText: text }),
      fc.record({ oldText: fc.constant(null), newText: text }),
      fc.record({ oldText: text, newText: fc.constant(''), deleted: fc.constant(true) }),
    );
    fc.assert(
      fc.property(diffs, (texts) => {
        fc.pre(texts.oldText !== texts.newText || 'deleted' in texts);
        const diff: V1Diff & { type: 'diff'; future: number } = {
          type: 'diff',
          path,
          ...texts,
          _meta: { a: 1 },
          future: 1,
        };
        expect(v1.ToolCallContent.is(diff)).toBe(true);
        const converted = diffToV2(diff, place);
        expect(v2.ToolCallContent.is(converted)).toBe(true);
        const back = diffToV1(converted, unknownText);
        expect(back.every((item) => v1.ToolCallContent.is(item))).toBe(true);
        expect(back).toEqual([diff]);
      }),
    );
  });

  test.each([
    ['add', { newText: 'n' }],
    ['add', { oldText: null, newText: '' }],
    ['modify', { oldText: '', newText: 'n' }],
    ['modify', { oldText: 'o', newText: '' }],
    ['delete', { oldText: 'o', newText: '', deleted: true }],
  ])('toV2: %s is what happens with %j', (operation, texts) => {
    expect(diffToV2({ path: 'a.ts', ...texts }, place)).toMatchObject({
      type: 'diff',
      changes: [{ operation, path, fileType: 'text' }],
      patch: { format: 'git_patch' },
    });
  });

  test(verifies('TOOL-10', 'toV2: a deleted file whose text is unknown has no patch'), () => {
    expect(diffToV2({ path, newText: '', deleted: true }, place)).toEqual({
      type: 'diff',
      changes: [{ operation: 'delete', path, fileType: 'text' }],
    });
  });

  test('toV1: a patch is applied to the text that is known', () => {
    const patch = {
      format: 'git_patch',
      text: `diff --git ${path} ${path}\n--- ${path}\n+++ ${path}\n@@ -2 +2 @@\n-b\n+B\n`,
    } as const;
    const diff: Diff = { changes: [{ operation: 'modify', path }], patch };
    expect(diffToV1(diff, { losses: strict, oldText: (asked) => (asked === path ? 'a\nb\nc\n' : undefined) })).toEqual([
      { type: 'diff', path, oldText: 'a\nb\nc\n', newText: 'a\nB\nc\n' },
    ]);
  });

  test('toV1: a patch of unknown surroundings becomes text, and fails in strict mode', () => {
    const losses = collectLosses();
    const patch = {
      format: 'git_patch',
      text: `diff --git ${path} ${path}\n--- ${path}\n+++ ${path}\n@@ -2 +2 @@\n-b\n+B\n`,
    } as const;
    const diff: Diff = { changes: [{ operation: 'modify', path }], patch };
    expect(diffToV1(diff, { losses, oldText: () => undefined })).toEqual([
      { type: 'content', content: { type: 'text', text: patch.text } },
    ]);
    expect(diffToV1(diff, { losses, oldText: () => 'something else\n' })).toHaveLength(1);
    expect(losses.rows).toEqual(['diff content', 'diff content']);
    expect(() => diffToV1(diff, unknownText)).toThrow('not known');
  });

  test('toV1: several files become several items, and what remains one text', () => {
    const losses = collectLosses();
    const modified = { path: '/work/b.ts', oldText: 'x\n', newText: 'y\n' };
    const added = { path: '/work/c.ts', oldText: undefined, newText: 'new\n' };
    const moved = 'diff --git /work/d /work/e\nsimilarity index 100%\nrename from /work/d\nrename to /work/e\n';
    const diff: Diff = {
      changes: [
        { operation: 'modify', path: modified.path },
        { operation: 'add', path: added.path },
        { operation: 'move', oldPath: '/work/d', path: '/work/e' },
        { operation: 'modify', path: '/work/logo.png', fileType: 'binary' },
      ],
      patch: { format: 'git_patch', text: writeGitPatch(modified) + writeGitPatch(added) + moved },
    };
    const items = diffToV1(diff, { losses, oldText: () => undefined });
    expect(items).toEqual([
      { type: 'diff', ...modified },
      { type: 'diff', ...added, oldText: null },
      { type: 'content', content: { type: 'text', text: `${moved}\nmodify /work/logo.png\n` } },
    ]);
    expect(items.every((item) => v1.ToolCallContent.is(item))).toBe(true);
    expect(losses.rows).toEqual(['diff content']);
  });

  test('toV1: the paths of git itself are found too', () => {
    const patch =
      'diff --git a/work/a.ts b/work/a.ts\nnew file mode 100644\nindex 0000000..3367afd\n--- /dev/null\n+++ b/work/a.ts\n@@ -0,0 +1 @@\n+old\n';
    const diff: Diff = { changes: [{ operation: 'add', path }], patch: { format: 'git_patch', text: patch } };
    expect(diffToV1(diff, unknownText)).toEqual([{ type: 'diff', path, oldText: null, newText: 'old\n' }]);
  });

  test('toV1: the paths of git below the root of a repository are found too', () => {
    const patch =
      'diff --git a/a.ts b/a.ts\nnew file mode 100644\nindex 0000000..3367afd\n--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+old\n';
    const diff: Diff = { changes: [{ operation: 'add', path }], patch: { format: 'git_patch', text: patch } };
    expect(diffToV1(diff, unknownText)).toEqual([{ type: 'diff', path, oldText: null, newText: 'old\n' }]);
  });

  test('toV1: without a patch, or with one of an unknown format, people still read what happened', () => {
    const changes: Diff['changes'] = [
      { operation: 'copy', oldPath: '/a', path: '/b' },
      { operation: 'delete', path: '/c' },
    ];
    const known = { losses: collectLosses(), oldText: () => undefined };
    expect(diffToV1({ changes }, known)).toMatchObject([{ content: { text: 'copy /a to /b\n\ndelete /c\n' } }]);
    expect(diffToV1({ changes, patch: { format: '_words', text: 'two files' } }, known)).toMatchObject([
      { content: { text: 'two files' } },
    ]);
  });

  test('toV1: what the changes say counts, also against the patch', () => {
    const losses = collectLosses();
    const added = writeGitPatch({ path, oldText: undefined, newText: 'n' });
    const diff: Diff = { changes: [{ operation: 'delete', path }], patch: { format: 'git_patch', text: added } };
    expect(diffToV1(diff, { losses, oldText: () => undefined })).toMatchObject([{ type: 'content' }]);
    expect(diffToV1({ changes: [] }, unknownText)).toEqual([]);
  });
});
