// @vitest-environment happy-dom
import { array, assert, boolean as anyBoolean, constantFrom, property } from 'fast-check';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { FileLinks } from './file-links.ts';
import { Markdown } from './markdown.tsx';

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => {
  act(() => {
    root.unmount();
  });
  vi.unstubAllGlobals();
});

function draw(node: ReactNode): HTMLElement {
  act(() => {
    root.render(node);
  });
  return place;
}

test('headings, lists, tasks, tables, quotes, code and emphasis become elements', () => {
  const text = [
    '# Title',
    'Some *soft* and **strong** text, `code` and ~~gone~~.',
    '1. one\n2. two',
    '- [x] done\n- [ ] open',
    '| a | b |\n|:-:|--:|\n| 1 | 2 |',
    '> quoted',
    '```ts\nlet a = 1;\n```',
    '---',
  ].join('\n\n');
  const drawn = draw(<Markdown text={text} />);
  const tags = [
    'h2',
    'em',
    'strong',
    'code',
    'del',
    'ol > li',
    'ul > li',
    'table th',
    'table td',
    'blockquote',
    'pre',
    'hr',
  ];
  expect(tags.filter((tag) => drawn.querySelector(tag) === null)).toEqual([]);
  expect(drawn.querySelector('th')?.className).toContain('text-center');
  expect(drawn.querySelector('pre')?.textContent).toBe('let a = 1;');
  expect(drawn.querySelector('figcaption')?.textContent).toContain('ts');
  expect([...drawn.querySelectorAll('[role=img]')].map((each) => each.getAttribute('aria-label'))).toEqual([
    'Done:',
    'To do:',
  ]);
});

test('HTML is shown as text', () => {
  const drawn = draw(<Markdown text={'<div onclick="x()">a</div>\n\nb <img src=x onerror=y> c'} />);
  expect(drawn.querySelector('img, [onclick]')).toBeNull();
  expect(drawn.textContent).toContain('<div onclick="x()">a</div>');
  expect(drawn.textContent).toContain('<img src=x onerror=y>');
});

test('a link opens in another tab, and one that is not safe is plain text', () => {
  const drawn = draw(<Markdown text="[a](https://x.example) [b](javascript:alert(1)) ![c](https://y.example/c.png)" />);
  const links = [...drawn.querySelectorAll('a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://x.example/', 'https://y.example/c.png']);
  expect(links.every((link) => link.rel.includes('noopener') && link.target === '_blank')).toBe(true);
  expect(drawn.querySelector('img')).toBeNull();
  expect(drawn.textContent).toBe('a b c');
});

test('links by reference are resolved, also by the last block of a complete text', () => {
  const text = 'See [the docs][1].\n\n[1]: https://x.example/docs';
  expect(
    draw(<Markdown text={text} />)
      .querySelector('a')
      ?.getAttribute('href'),
  ).toBe('https://x.example/docs');
});

test('names of files with lines open the file', () => {
  const open = vi.fn();
  const drawn = draw(
    <FileLinks value={open}>
      <Markdown text="See `src/a.ts:12`, lib/b.ts:3 and [here](c.ts#L5)." />
    </FileLinks>,
  );
  for (const button of drawn.querySelectorAll('button')) button.click();
  expect(open.mock.calls.flat()).toEqual([
    { path: 'src/a.ts', line: 12 },
    { path: 'lib/b.ts', line: 3 },
    { path: 'c.ts', line: 5 },
  ]);
});

test('text of any direction decides its own direction', () => {
  expect(
    draw(<Markdown text="שלום" />)
      .querySelector('p')
      ?.getAttribute('dir'),
  ).toBe('auto');
});

test('a text that is being written never shows the marks of what is not complete', () => {
  const text =
    'Some **bold** words, `code`, a [link](https://x.example/page) and ~~old~~.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nlet a = 1;\n```\n';
  for (let end = 1; end <= text.length; end += 1) {
    const shown = draw(<Markdown text={text.slice(0, end)} isOpen />).textContent ?? '';
    expect(shown).not.toMatch(/[*`~|[\]]|https:|---/u);
  }
});

test('the elements of a block stay when the block is closed', () => {
  const code = '```ts\nlet a = 1;\n';
  const before = draw(<Markdown text={code} isOpen />).querySelector('pre');
  const after = draw(<Markdown text={`${code}\`\`\`\n\nAfter.`} isOpen />).querySelector('pre');
  expect(after).toBe(before);
});

test('added text changes only the last block', () => {
  const text = Array.from({ length: 100 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
  draw(<Markdown text={text} isOpen />);
  const changed: Node[] = [];
  const observer = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)));
  observer.observe(place, { subtree: true, childList: true, characterData: true, attributes: true });
  draw(<Markdown text={`${text} More.`} isOpen />);
  const records = [...changed, ...observer.takeRecords().map(({ target }) => target)];
  observer.disconnect();
  const last = place.querySelectorAll('p')[99];
  expect(records.length).toBeGreaterThan(0);
  expect(records.every((node) => last?.contains(node))).toBe(true);
});

test('very deep nesting is shown as it is written instead of failing', () => {
  expect(draw(<Markdown text={'>'.repeat(20_000)} />).textContent).toContain('>');
});

const pieces = constantFrom(
  '<',
  '>',
  '"',
  "'",
  '=',
  '/',
  ' ',
  '\n',
  '\n\n',
  '(',
  ')',
  '[',
  ']',
  '!',
  '`',
  '```',
  '|',
  ':',
  '&',
  ';',
  '#',
  '\\',
  'script',
  'iframe',
  'img',
  'svg',
  'a',
  'href',
  'src',
  'srcdoc',
  'style',
  'onerror',
  'onload',
  'onclick',
  'javascript',
  'javascript:alert(1)',
  'data:text/html,x',
  '&#106;avascript:x',
  '&Tab;',
  'java\tscript:',
  'vbscript:',
  'http://x.example',
  '](javascript:x)',
  '[a]: javascript:x',
  '[a]',
  '<javascript:x>',
  '<a href="javascript:x">',
  '<svg/onload=x>',
  'x.ts:1',
);

test('hostile text never becomes an element with a handler, a dangerous address or a frame', () => {
  assert(
    property(array(pieces, { maxLength: 30 }), anyBoolean(), (parts, isOpen) => {
      const drawn = draw(<Markdown text={parts.join('')} isOpen={isOpen} />);
      for (const element of drawn.querySelectorAll('*')) {
        expect(element.tagName).not.toMatch(/^(?:IFRAME|SCRIPT|OBJECT|EMBED|IMG|FORM|STYLE|LINK|META|BASE)$/u);
        if (element.tagName !== 'svg') expect(element.closest('svg') === null || element.tagName === 'path').toBe(true);
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^(?:on|srcdoc$|formaction$|xlink)/iu);
          if (name === 'href' || name === 'src') expect(value).toMatch(/^(?:https?:|mailto:)/u);
        }
      }
    }),
    { numRuns: 300 },
  );
});
