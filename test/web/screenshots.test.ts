/** The pictures of the pages in the documents. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';

const folder = join(repository, 'docs', 'images', 'web');
const pictures = readdirSync(folder).toSorted();
const documents = [
  'README.md',
  ...readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

test('every picture of the pages is shown in a document, and every document shows pictures that exist', () => {
  const shown = documents.flatMap((path) =>
    [...readFileSync(join(repository, path), 'utf8').matchAll(/images\/web\/([\w-]+\.png)/gu)].map(([, name]) => name),
  );
  expect([...new Set(shown)].toSorted()).toEqual(pictures);
});

test('the main screens are there in both themes, and no picture is large', () => {
  for (const screen of ['conversation', 'question', 'side-by-side', 'palette', 'new-session', 'inspector']) {
    for (const theme of ['light', 'dark']) expect(pictures).toContain(`${screen}-${theme}.png`);
  }
  expect(pictures).toContain('conversation-phone.png');
  for (const name of pictures) {
    const path = join(folder, name);
    expect([name, readFileSync(path).subarray(1, 4).toString()]).toEqual([name, 'PNG']);
    expect(statSync(path).size).toBeLessThanOrEqual(150_000);
  }
});
