/** What an editor shows about a name that a program imports is our documentation, so every such name has a sentence. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { repository, temporaryFolder } from '../support/checkout.ts';
import { doorsOf } from '../support/doors.ts';
import { HoverTexts } from '../support/hover-texts.ts';

const doors = doorsOf(repository);
const texts = new HoverTexts(doors);

test.each(doors)('every export of $name says what it is, and so does every member', ({ file }) => {
  expect(texts.missing(file)).toEqual([]);
});

/** Areas of the rules of the protocol, whose ids mean nothing to a reader of a hover. */
const areas = new Set(
  (JSON.parse(readFileSync(join(repository, 'test/requirements/requirements.json'), 'utf8')) as { id: string }[]).map(
    ({ id }) => id.replace(/-\d+$/u, ''),
  ),
);
const ruleId = new RegExp(`(?<!\`)\\b(?:X|${[...areas].join('|')})-\\d+\\b`, 'u');

test.each(doors)('no export of $name is explained by the id of a rule', ({ file }) => {
  expect(texts.matching(file, ruleId)).toEqual([]);
});

test('the names of every door are found', () => {
  const counts = doors.map(({ name, file }) => [name, texts.names(file).length > 0]);
  // A program of its own, started by its path; it is not imported.
  const programs = ['@acp-stack/journal/sqlite-worker', '@acp-stack/mcp/stdio-program'];
  expect(counts.filter(([, hasNames]) => !hasNames).map(([name]) => name)).toEqual(programs);
});

test('a name or a member without a sentence is noticed', () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'index.ts');
  writeFileSync(
    file,
    "/** A door. */\nexport { make, type Options, type Base } from './made.ts';\nexport const told = 1;\n",
  );
  writeFileSync(
    join(folder.path, 'made.ts'),
    `
/** What all have. */
export interface Base { id: string; /** How many. */ size: number; readonly kind: 'made' }
export interface Options extends Base { /** At most. */ limit: number; size: number; signal?: AbortSignal }
/** Makes one. */
// for a tool
export function make(): void {}
`,
  );
  expect(new HoverTexts([]).missing(file)).toEqual(['Options', 'Options.size', 'Options.signal', 'Base.id', 'told']);
  expect(new HoverTexts([]).matching(file, /At most/u)).toEqual(['Options.limit: /** At most. */']);
});
