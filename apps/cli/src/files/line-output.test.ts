import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { writeLines } from './line-output.ts';

async function* linesOf(...lines: readonly string[]): AsyncGenerator<string, void> {
  yield* lines;
}

async function* failing(lines: readonly string[], message: string): AsyncGenerator<string, void> {
  yield* lines;
  throw new Error(message);
}

test('lines go to stdout, or to a file that only the user can read', async () => {
  using folder = temporaryFolder();
  const [input, output] = [join(folder.path, 'in'), join(folder.path, 'out')];
  writeFileSync(input, '');
  const terminal = captureTerminal();
  await writeLines(linesOf('a', 'b'), { output: '-', input }, terminal);
  expect(terminal.out()).toBe('a\nb\n');
  await writeLines(linesOf('a', 'x'.repeat(200_000), 'b'), { output, input }, terminal);
  expect(readFileSync(output, 'utf8')).toBe(`a\n${'x'.repeat(200_000)}\nb\n`);
  expect(statSync(output).mode & 0o777).toBe(0o600);
  expect(terminal.err()).toBe(`written to ${output}\n`);
});

test('a file that is also the input is replaced when all lines are written, and kept if that fails', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'trace');
  writeFileSync(path, 'old');
  const lines = (async function* () {
    yield 'x'.repeat(100_000);
    yield readFileSync(path, 'utf8');
  })();
  await writeLines(lines, { output: path, input: path }, captureTerminal());
  expect(readFileSync(path, 'utf8')).toBe(`${'x'.repeat(100_000)}\nold\n`);
  const damaged = failing(['x'.repeat(100_000), 'x'], 'The input is damaged.');
  await expect(writeLines(damaged, { output: path, input: path }, captureTerminal())).rejects.toThrow('damaged');
  expect(readFileSync(path, 'utf8')).toMatch(/old\n$/u);
  expect(readdirSync(folder.path)).toEqual(['trace']);
});

test('nothing is created without a line', async () => {
  using folder = temporaryFolder();
  const output = join(folder.path, 'out');
  const none = failing([], 'It is not a trace.');
  await expect(writeLines(none, { output, input: folder.path }, captureTerminal())).rejects.toThrow(
    'It is not a trace.',
  );
  expect(existsSync(output)).toBe(false);
  mkdirSync(output);
  await expect(writeLines(linesOf('a'), { output, input: folder.path }, captureTerminal())).rejects.toThrow(
    `${output} cannot be written: it is a folder`,
  );
});
