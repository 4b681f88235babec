/** The JavaScript that packages ship: an error in it names real functions and real lines. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { repository, run } from '../support/checkout.ts';

/** A call that throws inside our code, from a function that is not exported. */
const program = `
import { http } from '@acp-stack/http';
try { http('nonsense'); } catch (error) { console.log(error.stack); }`;

interface Frame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** The frames of the error, the innermost first. */
async function framesOf(...options: readonly string[]): Promise<Frame[]> {
  const command = [process.execPath, ...options, '--input-type=module', '--eval', program] as const;
  const { stdout } = await run(command, { cwd: repository, env: process.env });
  const frames = stdout.matchAll(/^ +at (?:\w+ )?(?<name>[\w.]+) \((?<file>[^)]*?):(?<line>\d+):\d+\)$/gmu);
  return [...frames].map(({ groups = {} }) => ({
    name: groups['name'] ?? '',
    file: (groups['file'] ?? '').startsWith('file:') ? fileURLToPath(groups['file'] ?? '') : (groups['file'] ?? ''),
    line: Number(groups['line']),
  }));
}

const lineOf = ({ file, line }: Frame): string => readFileSync(file, 'utf8').split('\n')[line - 1] ?? '';

test('names its functions and its lines, without source maps', async () => {
  const [thrower, caller] = await framesOf();
  if (thrower === undefined || caller === undefined) expect.unreachable('the error has no frames');
  expect(thrower.file).toContain('packages/http/dist');
  expect(lineOf(thrower)).toContain('throw new TypeError(');
  expect(lineOf(caller)).toContain(`${thrower.name}(`);
});

test('names the lines of the sources, with source maps', async () => {
  const [thrower, caller] = await framesOf('--enable-source-maps');
  if (thrower === undefined || caller === undefined) expect.unreachable('the error has no frames');
  expect(thrower.file).toMatch(/packages\/http\/src\/.*\.ts$/u);
  expect(lineOf(thrower)).toContain('throw new TypeError(');
  expect(lineOf(caller)).toContain(`${thrower.name}(`);
  expect(readFileSync(thrower.file, 'utf8')).toContain(`function ${thrower.name}(`);
});
