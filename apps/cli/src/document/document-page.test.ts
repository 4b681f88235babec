import { expect, test } from 'vitest';

import { documentPage } from './document-page.ts';

const bodyOf = (markdown: string): string =>
  /<main>\n(?<body>.*)\n<\/main>/su.exec(documentPage(markdown))?.groups?.['body'] ?? '';

test('a page has the blocks of the text, and its first heading as title', () => {
  const page = documentPage('# Roses & *tulips*\n\nTwo **roses**,\\\none.\n\n> so\n');
  expect(page).toContain('<title>Roses &amp; tulips</title>');
  expect(page).toContain(
    '<h1>Roses &amp; <em>tulips</em></h1>\n<p>Two <strong>roses</strong>,<br>\none.</p>\n<blockquote>\n<p>so</p>\n</blockquote>',
  );
});

test('lists, tasks, code and tables are theirs', () => {
  expect(bodyOf('- [x] dig\n- [ ] water')).toBe('<ul>\n<li>☑ dig</li>\n<li>☐ water</li>\n</ul>');
  expect(bodyOf('3. dig\n4. water')).toBe('<ol start="3">\n<li>dig</li>\n<li>water</li>\n</ol>');
  expect(bodyOf('```ts\na < b && "c"\n```')).toBe('<pre><code>a &lt; b &amp;&amp; &quot;c&quot;\n</code></pre>');
  expect(bodyOf('| a | b |\n| - | -: |\n| `1` | 2 |')).toBe(
    '<table>\n<tr><th>a</th><th style="text-align:right">b</th></tr>\n<tr><td><code>1</code></td><td style="text-align:right">2</td></tr>\n</table>',
  );
});

test.each([
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)> b',
  '[a](javascript:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](https://example.org/"onclick="alert(1))',
  "[a](https://example.org/'x)",
  '![a](https://example.org/track.png)',
  '<svg/onload=alert(1)>',
  '```"><script>alert(1)</script>\n```',
  '# <script>alert(1)</script>',
  '</main></body><script>alert(1)</script>',
  '[a]: javascript:alert(1)\n\n[a]',
  '| <b> |\n| - |\n| <script> |',
  '`</code><script>`',
  '<!-- --><script>x</script>',
])('nothing in %s becomes markup, runs or is loaded', (markdown) => {
  const page = documentPage(markdown);
  const tags = [...page.matchAll(/<\/?([a-z]+\d?)([^>]*)>/giu)];
  const own = new Set('html head meta title style body main p h1 pre code a table tr th td'.split(' '));
  expect(tags.map(([, name = '']) => name).filter((name) => !own.has(name))).toEqual([]);
  const attributes = tags.flatMap(([, name = '', rest = '']) =>
    name === 'meta' || name === 'html' ? [] : [rest.trim()],
  );
  for (const each of attributes.filter((text) => text !== ''))
    expect(each).toMatch(/^(?:href="(?:https?:|mailto:)[^"]*" rel="noreferrer"|style="text-align:\w+")$/u);
  expect(page).toContain("default-src 'none'");
});

test('web and mail addresses are links', () => {
  expect(bodyOf('[roses](https://example.org/a?b=1&c=2)')).toBe(
    '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noreferrer">roses</a></p>',
  );
  expect(bodyOf('[beds](src/beds.ts)')).toBe('<p>beds (<code>src/beds.ts</code>)</p>');
});

test('text that is nested too deeply is shown as it is written', () => {
  const deep = `${'>'.repeat(20_000)} rose`;
  expect(documentPage(deep)).toContain('rose');
});
