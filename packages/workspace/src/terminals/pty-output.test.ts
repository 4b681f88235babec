/** A file stands for the side of the command: what is written there is what would arrive. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

import { PtyOutput } from './pty-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'acp-pty-'));
const file = join(folder, 'terminal');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The output of a command that has ended, and the mark that was written behind it. */
function ended(): { output: PtyOutput; mark: Buffer } {
  writeFileSync(file, '');
  const output = new PtyOutput(file);
  output.ended();
  return { output, mark: readFileSync(file) };
}

test('nothing is written while the command runs, and what arrives is what it printed', () => {
  writeFileSync(file, '');
  const output = new PtyOutput(file);
  expect(output.take(Buffer.from('hello')).toString()).toBe('hello');
  expect(readFileSync(file, 'utf8')).toBe('');
  output.complete();
  expect(output.take(Buffer.from('more')).toString()).toBe('more');
});

test('the marker is not part of the output, in however many pieces it arrives', () => {
  const printed = fc.array(fc.constantFrom('a', '\0', '\0A', 'é'), { maxLength: 5 }).map((all) => all.join(''));
  const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 6 });
  fc.assert(
    fc.property(printed, printed, cuts, (before, after, places) => {
      const { output, mark } = ended();
      const all = Buffer.concat([Buffer.from(before), mark, Buffer.from(after)]);
      const edges = [
        0,
        ...places.filter((place) => place < all.length).toSorted((left, right) => left - right),
        all.length,
      ];
      const pieces = edges.slice(1).map((edge, index) => all.subarray(edges[index], edge));
      const taken = Buffer.concat(pieces.map((piece) => output.take(piece)));
      expect(taken.toString()).toBe(before + after);
      output.complete();
    }),
  );
});

test('marks differ, so that no command can print one', () => {
  const marks = Array.from({ length: 3 }, () => {
    const { output, mark } = ended();
    output.complete();
    return mark.toString('hex');
  });
  expect(new Set(marks).size).toBe(3);
});

test('without a side of the command everything is output', () => {
  const output = new PtyOutput(undefined);
  output.ended();
  expect(output.take(Buffer.from('last words')).toString()).toBe('last words');
  output.complete();
});
