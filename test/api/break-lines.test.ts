/** The lines of the JavaScript that packages ship: Node prints the one of an uncaught error whole. */
import { SourceMap } from 'node:module';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { breakLines } from '../../scripts/build/break-lines.mjs';

const members = Array.from({ length: 60 }, (_, index) => `m${index}(){return[${index},\`}{;(\${1}\`,"},{"]}`);
const poem = 'poem(){return`red;\nwhite;`}';
const code = `class Rose{${members.join('')}${poem}}function last(){return new Rose().m59()+new Rose().poem()}last();`;

const map = (mappings: string): SourceMap =>
  new SourceMap({
    version: 3,
    file: 'rose.js',
    sources: ['rose.ts'],
    sourcesContent: [],
    names: [],
    mappings,
    sourceRoot: '',
  });

test('are short, and mean what the long one meant', () => {
  const broken = breakLines(code, '');
  const longest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));
  expect(longest(code)).toBeGreaterThan(2000);
  expect(longest(broken.code)).toBeLessThan(250);
  expect(runInNewContext(broken.code)).toBe('59,}{;(1,},{red;\nwhite;');
});

test('lead to the same places of the source', () => {
  const plain = `${'water();'.repeat(50)}dig();`;
  // The column of dig() is 400, which the first two letters say; the rest is source 0, line 6, column 0.
  const broken = breakLines(plain, 'gZAMA');
  const [line, column] = [broken.code.split('\n').length - 1, broken.code.split('\n').at(-1)?.indexOf('dig') ?? -1];
  const place = { originalSource: 'rose.ts', originalLine: 6, originalColumn: 0 };
  expect(map('gZAMA').findEntry(0, 400)).toMatchObject(place);
  expect(line).toBeGreaterThan(1);
  expect(map(broken.mappings).findEntry(line, column)).toMatchObject(place);
  expect(broken.code.replaceAll('\n', '')).toBe(plain);
});
