/** What is cited leads somewhere: conflicts to conflicts.json, requirements to requirements.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { goldens } from '../wire/golden.ts';
import { filesInGit, repository } from '../support/checkout.ts';
import { conflicts } from './conflict.ts';
import { requirements } from './requirement.ts';

const files = filesInGit('--cached', '--others')
  .filter((file) => /^(?:packages|apps|test|docs)\//u.test(file) && !file.endsWith('.png'))
  .filter((file) => existsSync(join(repository, file)))
  .map((file) => ({ file, text: readFileSync(join(repository, file), 'utf8') }));

/** The ids that `pattern` finds, each with a file that cites it. */
function citations(pattern: RegExp, within = ''): Map<string, string> {
  const cited = files
    .filter(({ file }) => file.startsWith(within))
    .flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([id]) => [id, file] as const));
  return new Map(cited);
}

describe('the conflicts', () => {
  test('are numbered without a gap', () => {
    expect(conflicts.length).toBe(64);
    expect(conflicts.map(({ id }) => id)).toEqual(
      conflicts.map((_, index) => `X-${String(index + 1).padStart(2, '0')}`),
    );
  });

  test('say what they are about and what we do', () => {
    const silent = conflicts.filter(({ topic, resolution }) => topic.length < 20 || !resolution.endsWith('.'));
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test.each([
    ['the definitions', 'packages/schema/src/definitions/'],
    ['the older forms', 'packages/schema/src/validate/older-forms.ts'],
    ['the examples', 'packages/schema/examples/'],
    ['the golden messages', 'test/wire/'],
    ['anything else', ''],
  ])('include every id that %s cite', (_, within) => {
    const known = new Set(conflicts.map(({ id }) => id));
    const cited = citations(/(?<![A-Z0-9])X-\d+\b/gu, within);
    expect(cited.size).toBeGreaterThan(0);
    expect([...cited].filter(([id]) => !known.has(id))).toEqual([]);
  });

  test('have ids of two digits in golden messages', () => {
    expect(goldens.flatMap((golden) => golden.conflicts).filter((id) => !/^X-\d\d$/u.test(id))).toEqual([]);
  });
});

test('the requirements that the definitions cite exist', () => {
  const known = new Set([...requirements, ...conflicts].map(({ id }) => id));
  const cited = citations(/(?<=[(,;] ?)[A-Z][A-Z0-9]*-\d+[a-z]?(?=[),;])/gu, 'packages/schema/src/definitions/');
  expect(cited.size).toBeGreaterThan(100);
  expect([...cited].filter(([id]) => !known.has(id))).toEqual([]);
});
