import type { Diff } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { paint } from '../../../tui/paint.ts';
import { span, textOfLine, type Line } from '../../../tui/styled-line.ts';
import { createTheme, type ThemeName } from '../../../tui/theme.ts';
import { diffView, diffViews } from './diff-view.ts';
import { isHunkHead } from './hunk-view.ts';

const patchOf = (path: string, hunks: string): Diff =>
  ({
    changes: [{ operation: 'modify', path: `/garden/${path}` }],
    patch: { format: 'git_patch', text: `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks}` },
  }) as unknown as Diff;

const rose = patchOf(
  'rose.ts',
  '@@ -1,3 +1,3 @@\n const garden = 1; // a\n-const rose = "red";\n+const rose = "white";\n /* open\n',
);
const options = { cwd: '/garden', width: 80, maxLines: 100 };
const linesOf = (diff: Diff): readonly Line[] => diffView(diff, options);

/** What a terminal would get, with ␛ for escape characters. */
const painted = (name: ThemeName, hasAllColours = false): readonly string[] =>
  linesOf(rose).map((each) => paint(each, createTheme(name, { hasAllColours })).replaceAll('\u001b', '␛'));

describe('a changed line', () => {
  test('has the colours of its language, and its changed words stand out, on a dark screen', () => {
    expect(painted('dark')).toMatchInlineSnapshot(`
      [
        "␛[38;5;221mM ␛[0m␛[1mrose.ts␛[0m␛[38;5;114m +1␛[0m␛[38;5;210m −1␛[0m",
        "  ␛[38;5;80m@@ -1,3 +1,3 @@␛[0m",
        "   ␛[38;5;183mconst␛[0m garden = ␛[38;5;221m1␛[0m; ␛[2m// a␛[0m",
        "  ␛[38;5;210;48;5;52m-␛[0m␛[38;5;183;48;5;52mconst␛[0m␛[48;5;52m rose = ␛[0m␛[38;5;114;48;5;52m"␛[0m␛[38;5;114;48;5;88;38;5;231mred␛[0m␛[38;5;114;48;5;52m"␛[0m␛[48;5;52m;␛[0m",
        "  ␛[38;5;114;48;5;22m+␛[0m␛[38;5;183;48;5;22mconst␛[0m␛[48;5;22m rose = ␛[0m␛[38;5;114;48;5;22m"␛[0m␛[38;5;114;48;5;28;38;5;231mwhite␛[0m␛[38;5;114;48;5;22m"␛[0m␛[48;5;22m;␛[0m",
        "   ␛[2m/* open␛[0m",
      ]
    `);
    expect(painted('dark', true)[3]).toMatchInlineSnapshot(
      `"  ␛[38;2;255;123;114;48;2;64;24;27m-␛[0m␛[38;2;210;168;255;48;2;64;24;27mconst␛[0m␛[48;2;64;24;27m rose = ␛[0m␛[38;2;126;231;135;48;2;64;24;27m"␛[0m␛[38;2;126;231;135;48;2;128;36;42mred␛[0m␛[38;2;126;231;135;48;2;64;24;27m"␛[0m␛[48;2;64;24;27m;␛[0m"`,
    );
  });

  test('the same on a light screen', () => {
    expect(painted('light')).toMatchInlineSnapshot(`
      [
        "␛[38;5;94mM ␛[0m␛[1mrose.ts␛[0m␛[38;5;22m +1␛[0m␛[38;5;124m −1␛[0m",
        "  ␛[38;5;23m@@ -1,3 +1,3 @@␛[0m",
        "   ␛[38;5;91mconst␛[0m garden = ␛[38;5;94m1␛[0m; ␛[2m// a␛[0m",
        "  ␛[38;5;124;48;5;224m-␛[0m␛[38;5;91;48;5;224mconst␛[0m␛[48;5;224m rose = ␛[0m␛[38;5;22;48;5;224m"␛[0m␛[38;5;22;48;5;217mred␛[0m␛[38;5;22;48;5;224m"␛[0m␛[48;5;224m;␛[0m",
        "  ␛[38;5;22;48;5;194m+␛[0m␛[38;5;91;48;5;194mconst␛[0m␛[48;5;194m rose = ␛[0m␛[38;5;22;48;5;194m"␛[0m␛[38;5;22;48;5;157mwhite␛[0m␛[38;5;22;48;5;194m"␛[0m␛[48;5;194m;␛[0m",
        "   ␛[2m/* open␛[0m",
      ]
    `);
  });

  test('with sixteen colours is green or red, with its changed words inverse', () => {
    expect(painted('16')).toMatchInlineSnapshot(`
      [
        "␛[33mM ␛[0m␛[1mrose.ts␛[0m␛[32m +1␛[0m␛[31m −1␛[0m",
        "  ␛[36m@@ -1,3 +1,3 @@␛[0m",
        "   ␛[35mconst␛[0m garden = ␛[33m1␛[0m; ␛[2m// a␛[0m",
        "  ␛[31m-const rose = "␛[0m␛[31;7mred␛[0m␛[31m";␛[0m",
        "  ␛[32m+const rose = "␛[0m␛[32;7mwhite␛[0m␛[32m";␛[0m",
        "   ␛[2m/* open␛[0m",
      ]
    `);
  });

  test('without colours is told by its sign alone', () => {
    expect(painted('none')).toMatchInlineSnapshot(`
      [
        "M rose.ts +1 −1",
        "  @@ -1,3 +1,3 @@",
        "   const garden = 1; // a",
        "  -const rose = "red";",
        "  +const rose = "white";",
        "   /* open",
      ]
    `);
  });

  test('of a removed comment does not change the colours of what is added', () => {
    const [, , , added] = linesOf(patchOf('a.ts', '@@ -1 +1 @@\n-/* open\n+const a = 1;\n'));
    expect(added).toContainEqual(span('const', { colour: 'magenta', ground: 'added' }));
  });

  test('is all of what was sent, whatever is highlighted', () => {
    const line = '+const “x” = `a${"b"}` /* c */ + 1 // "d';
    expect(linesOf(patchOf('a.ts', `@@ -1 +1 @@\n-const x\n${line}\n`)).map(textOfLine)).toContain(`  ${line}`);
  });
});

test('hunks are counted over all files that are asked about', () => {
  const hunk = '@@ -1 +1 @@\n-a\n+b\n';
  const lines = diffViews([patchOf('a', hunk), patchOf('b', `${hunk}${hunk.replace('-1', '-9')}`)], options);
  expect(lines.filter(isHunkHead).map(textOfLine)).toEqual([
    '  @@ -1 +1 @@  1 of 3 hunks',
    '  @@ -1 +1 @@  2 of 3 hunks',
    '  @@ -9 +1 @@  3 of 3 hunks',
  ]);
});

test('the head of a hunk in text of the agent is not counted as one', () => {
  expect(linesOf(patchOf('a', '@@ -1 +1 @@\n-@@ -1 +1 @@\n+@@ -2 +2 @@\n')).filter(isHunkHead)).toHaveLength(1);
});

test('what is wrapped of a changed line stays to the right of its sign and indent', () => {
  const narrow = diffView(patchOf('a', '@@ -1 +1 @@\n-a\n+    the red rose of the garden\n'), {
    ...options,
    width: 22,
  });
  expect(narrow.slice(-2).map(textOfLine)).toEqual(['  +    the red rose of', '       the garden']);
});
