import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { checkLinks, refuseBrokenLinks, type CheckedLinks } from './check-links.ts';

/** What is found in a site with these files. */
function checked(files: Readonly<Record<string, string>>, look = checkLinks): CheckedLinks {
  using folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder.path, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return look(folder.path);
}

const rose = '<h2 id="colour">Colour</h2><a class="x" href="../index.html">Home</a>';

test('links to pages, headings, pictures and other sites are fine', () => {
  const home = [
    '<a href="./plants/rose.html#colour">Rose</a>',
    '<img alt="a rose" src="./assets/rose.png">',
    '<a href="https://garden.example/#x">Garden</a>',
    '<a href="#top" id="top">Top</a>',
  ];
  const site = { 'index.html': home.join('\n'), 'plants/rose.html': rose, 'assets/rose.png': '' };
  expect(checked(site)).toEqual({ broken: [], count: 4 });
});

test.each([
  ['a page that does not exist', './tulip.html'],
  ['a heading that does not exist', './plants/rose.html#scent'],
  ['a heading of the same page that does not exist', '#scent'],
  ['a page from the top of a server', '/plants/rose.html'],
  ['a folder without a page', './plants/'],
  ['a file outside of the site', '../secret.html'],
])('a link to %s is found', (_, href) => {
  const site = { 'index.html': `<a href="${href}">x</a>`, 'plants/rose.html': rose };
  expect(checked(site).broken).toEqual([{ page: 'index.html', href }]);
});

test('a site with such a link is refused in words', () => {
  const refuse = (folder: string): CheckedLinks => {
    expect(() => {
      refuseBrokenLinks(folder);
    }).toThrow('1 links of the site lead nowhere:\n  index.html links to ./tulip.html');
    return checkLinks(folder);
  };
  checked({ 'index.html': '<a href="./tulip.html">x</a>' }, refuse);
});
