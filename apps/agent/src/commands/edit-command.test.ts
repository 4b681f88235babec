import * as fc from 'fast-check';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { anyCharacter } from '../../../../test/support/any-character.ts';
import { growth, linear } from '../../../../test/support/growth.ts';
import { toolFixture } from '../tools/tool-fixture.test-support.ts';
import { planEdit, readReplacement, type Replacement } from './edit-command.ts';

const { signal } = new AbortController();

describe('what is replaced', () => {
  test.each<[string, string, Replacement]>([
    ['two texts', 'rose.md "red" "white"', { path: 'rose.md', wanted: 'red', replacement: 'white' }],
    ['an arrow', 'rose.md "red" -> "white"', { path: 'rose.md', wanted: 'red', replacement: 'white' }],
    ['a path with spaces', '"my rose.md" "red" "white"', { path: 'my rose.md', wanted: 'red', replacement: 'white' }],
    ['escapes', String.raw`a "x\n\"y\"" "\\"`, { path: 'a', wanted: 'x\n"y"', replacement: '\\' }],
    ['a block', 'a\n<<<<<<<\nx\n=======\ny\nz\n>>>>>>>\n', { path: 'a', wanted: 'x\n', replacement: 'y\nz\n' }],
    ['an empty side', 'a\n<<<<\nx\n====\n>>>>', { path: 'a', wanted: 'x\n', replacement: '' }],
    [
      'a block with Windows ends',
      'a\r\n<<<<\r\nx\r\n====\r\ny\r\n>>>>',
      { path: 'a', wanted: 'x\n', replacement: 'y\n' },
    ],
    [
      'a block with lines of a diff in it',
      'notes.md\n<<<<<<<\n--- a/x\n=======\n+++ b/x\n>>>>>>>',
      { path: 'notes.md', wanted: '--- a/x\n', replacement: '+++ b/x\n' },
    ],
  ])('is read from %s', (_, input, expected) => {
    expect(readReplacement(input)).toEqual(expected);
  });

  test('any texts come back from the quotes, and from the block where their lines are no marks', () => {
    const path = fc.stringMatching(/^[\w./-]+$/u);
    fc.assert(
      fc.property(
        path,
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        (name, wanted, replacement) => {
          const input = `${name} ${JSON.stringify(wanted)} ${JSON.stringify(replacement)}`;
          expect(readReplacement(input)).toEqual({ path: name, wanted, replacement });
        },
      ),
    );
    const lines = fc.array(fc.string().filter((line) => !/^[<=>]{4,}|[\r\n]/u.test(line)));
    fc.assert(
      fc.property(path, lines, lines, (name, wanted, replacement) => {
        const [left, right] = [wanted, replacement].map((each) => each.map((line) => `${line}\n`).join(''));
        expect(readReplacement(`${name}\n<<<<<<<\n${left}=======\n${right}>>>>>>>`)).toEqual({
          path: name,
          wanted: left,
          replacement: right,
        });
      }),
    );
  });

  test('anything else says how it is written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', ' ', '\n', 'a', '<<<<\n', '====\n', '>>>>') }),
        (input) => {
          try {
            expect(readReplacement(input).path).not.toBe('');
          } catch (error) {
            expect(error).toMatchObject({ name: 'EditUsageError' });
          }
        },
      ),
    );
  });

  test.each([
    ['markers', (size: number) => 'a\n<<<<\n'.repeat(size / 7)],
    ['separators', (size: number) => `a\n<<<<\n${'====\n'.repeat(size / 5)}`],
    ['backslashes', (size: number) => `a "${'\\'.repeat(size)}`],
    ['one quoted text', (size: number) => `a "${'x'.repeat(size)}" "`],
    ['spaces', (size: number) => ' '.repeat(size)],
  ])('costs at most linear time for hostile %s', async (_, hostile) => {
    const refuse = (size: number): void => {
      expect(() => readReplacement(hostile(size))).toThrow();
    };
    expect(await growth(refuse, 200_000)).toBeLessThan(linear);
  });
});

describe('a unified diff', () => {
  test('changes, makes and deletes files', async () => {
    await using fixture = await toolFixture();
    await mkdir(join(fixture.cwd, 'bed'));
    await writeFile(join(fixture.cwd, 'bed', 'rose.md'), 'one\ntwo\n');
    await writeFile(join(fixture.cwd, 'old.md'), 'gone\n');
    const diff = `diff --git a/bed/rose.md b/bed/rose.md
--- a/bed/rose.md
+++ b/bed/rose.md
@@ -1,2 +1,2 @@
 one
-two
+three
--- /dev/null
+++ b/new.md
@@ -0,0 +1 @@
+new
--- a/old.md
+++ /dev/null
@@ -1 +0,0 @@
-gone
`;
    const changes = await planEdit(fixture.resources, `\`\`\`diff\n${diff}\`\`\``, signal);
    expect(changes.map(({ path, after }) => [path, after])).toEqual([
      [join(fixture.cwd, 'bed/rose.md'), 'one\nthree\n'],
      [join(fixture.cwd, 'new.md'), 'new\n'],
      [join(fixture.cwd, 'old.md'), undefined],
    ]);
    expect(await readFile(join(fixture.cwd, 'bed', 'rose.md'), 'utf8')).toBe('one\ntwo\n');
  });

  test.each([
    [
      'does not fit',
      '--- a/rose.md\n+++ b/rose.md\n@@ -1 +1 @@\n-blue\n+x\n',
      /does not apply to rose\.md as it is now/u,
    ],
    [
      'gives a file another name',
      '--- a/rose.md\n+++ b/lily.md\n@@ -1 +1 @@\n-red\n+x\n',
      /renames rose\.md to lily\.md/u,
    ],
    [
      'changes a file twice',
      '--- a/rose.md\n+++ b/rose.md\n@@ -1 +1 @@\n-red\n+x\n--- a/rose.md\n+++ b/rose.md\n@@ -1 +1 @@\n-red\n+y\n',
      /twice/u,
    ],
    ['leads out', '--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n', /not inside the directories/u],
    ['cannot be read', '--- a/rose.md\n+++ b/rose.md\n@@ -1,9 +1 @@\n-red\n', /not a valid unified diff/u],
  ])('that %s is refused', async (_, diff, reason) => {
    await using fixture = await toolFixture();
    await writeFile(join(fixture.cwd, 'rose.md'), 'red\n');
    await expect(planEdit(fixture.resources, diff, signal)).rejects.toThrow(reason);
  });
});

test('an empty old text makes a file, and does not replace one', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'rose.md'), 'red\n');
  expect(await planEdit(fixture.resources, 'new.md "" "text"', signal)).toMatchObject([
    { before: undefined, after: 'text' },
  ]);
  await expect(planEdit(fixture.resources, 'rose.md "" "text"', signal)).rejects.toThrow('rose.md exists');
});
