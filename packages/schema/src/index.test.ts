import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const modules = [...read('./index.ts').matchAll(/from '(.+)'/gu)].map(([, file = '']) => file);

/** The lines of `file` that state an export or a member of an exported interface without a doc comment before them. */
function undocumented(file: string): string[] {
  const lines = read(file).split('\n');
  let isExported = false;
  return lines.filter((line, index) => {
    if (/^\S/u.test(line)) isExported = line.startsWith('export') || (isExported && line.startsWith('}'));
    const isStatement = /^export \w/u.test(line) || (isExported && /^ {2}(?:readonly )?\w+\??[:(]/u.test(line));
    return isStatement && !(lines[index - 1] ?? '').trimEnd().endsWith('*/');
  });
}

describe('what the versions share', () => {
  test.each(modules)('%s documents every export and every member', (file) => {
    expect(undocumented(file)).toEqual([]);
  });
});
