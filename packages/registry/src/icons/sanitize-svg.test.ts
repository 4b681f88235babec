import { describe, expect, test } from 'vitest';

import { sanitizeSvg } from './sanitize-svg.ts';

const xmlns = 'xmlns="http://www.w3.org/2000/svg"';
const icon = (content: string): string => `<svg ${xmlns} viewBox="0 0 16 16">${content}</svg>`;
const contentOf = (content: string): string | undefined =>
  sanitizeSvg(icon(content))
    ?.replace(`<svg ${xmlns} viewBox="0 0 16 16">`, '')
    .replace(/<\/svg>$/u, '');

describe('an icon', () => {
  test('is drawn as before', () => {
    const drawn =
      '<title>R &amp; S</title><defs><linearGradient id="a"><stop offset="50%" stop-color="#fff"></stop></linearGradient></defs>' +
      '<g fill="currentColor" transform="rotate(-45 8 8)"><path d="M1.5,2 l3-4e-1Z" clip-path="url(#a)"></path></g>';
    expect(contentOf(drawn)).toBe(drawn);
  });

  test('may begin with a declaration, a comment and a document type', () => {
    const source = `\ufeff<?xml version="1.0"?>\n<!-- roses --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x/svg11.dtd">\n${icon('<path d="M0 0"/>')}\n`;
    expect(sanitizeSvg(source)).toBe(icon('<path d="M0 0"></path>'));
  });

  test('keeps the declarations of a style as attributes, which win', () => {
    expect(contentOf(`<path fill="red" style="fill: currentColor; stroke-width:2;behavior:url(x)" d="M0 0"/>`)).toBe(
      '<path fill="currentColor" d="M0 0" stroke-width="2"></path>',
    );
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in CDATA', '<script><![CDATA[</script><path onload="x"/>]]></script>'],
    ['a script with a prefix', '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'],
    [
      'foreign content',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>1</script></body></foreignObject>',
    ],
    ['a style', '<style>@import url(https://evil.example/x.css);</style>'],
    ['an image', '<image href="https://evil.example/x.png"/>'],
    ['a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
    ['an animation', '<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['a set', '<set attributeName="onmouseover" to="alert(1)"/>'],
    ['a filter', '<filter><feImage href="https://evil.example/x.png"/></filter>'],
    ['text', 'roses'],
    ['an inner svg', '<svg onload="alert(1)"><path d="M0 0"/></svg>'],
    ['elements in capital letters', '<SCRIPT>alert(1)</SCRIPT>'],
    ['an element of another namespace', '<path xmlns="http://www.w3.org/1999/xhtml" d="M0 0"/>'],
    ['a comment', '<!-- <script>alert(1)</script> -->'],
  ])('loses %s', (_name, content) => {
    expect(contentOf(`<g>${content}</g>`)).toBe('<g></g>');
  });

  test.each([
    ['an event', 'onclick="alert(1)"'],
    ['an event in capital letters', 'ONLOAD="alert(1)"'],
    ['a reference', 'href="#a"'],
    ['a reference with a prefix', 'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:alert(1)"'],
    ['a fill of another file', 'fill="url(https://evil.example/x.svg#a)"'],
    ['a fill of a relative file', 'fill="url(x.svg)"'],
    ['a fill in entities', 'fill="&#117;rl(//evil.example/x)"'],
    ['a fill with an escape of CSS', String.raw`fill="\75rl(x)"`],
    ['a mask of another file', 'mask="image-set(x 1x)"'],
    ['a class', 'class="rose"'],
    ['a base', 'xml:base="https://evil.example/"'],
    ['a style with a reference', 'style="fill:url(https://evil.example/x)"'],
  ])('loses %s', (_name, text) => {
    expect(contentOf(`<path ${text}/>`)).toBe('<path></path>');
  });

  test('uses only its own parts, and only a few times', () => {
    const part = '<symbol id="a"><path d="M0 0"></path></symbol>';
    const uses = (count: number): string => '<use href="#a" x="2"></use>'.repeat(count);
    const bound = 'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a"';
    expect(contentOf(`${part}<use ${bound} x="2"/>`)).toBe(`${part}${uses(1)}`);
    expect(contentOf(`<use href="https://evil.example/x.svg#a"/><use href="javascript:alert(1)"/>`)).toBe(
      '<use></use><use></use>',
    );
    expect(contentOf(`${part}${uses(100)}`)).toBe(`${part}${uses(16)}`);
  });

  test('cannot leave an attribute or a title', () => {
    expect(contentOf('<path id="&quot;><script>"/>')).toBeUndefined();
    expect(contentOf('<path id="&quot;&gt;&lt;script&gt;"/>')).toBe('<path></path>');
    expect(contentOf('<title>&lt;script&gt;<![CDATA[</title><script>]]></title>')).toBe(
      '<title>&lt;script&gt;&lt;/title&gt;&lt;script&gt;</title>',
    );
  });
});

test.each([
  ['nothing', ''],
  ['a web page', '<!doctype html><html><body>Log in</body></html>'],
  ['text', 'roses'],
  ['an element that does not end', `<svg ${xmlns}><path>`],
  ['a wrong end', `<svg ${xmlns}><g></svg></g>`],
  ['two roots', `${icon('')}${icon('')}`],
  ['text after the root', `${icon('')}roses`],
  ['an attribute without quotes', '<svg width=16></svg>'],
  ['an entity', '<svg><title>&rose;</title></svg>'],
  ['entities of its own', '<!DOCTYPE svg [<!ENTITY rose "roses">]><svg><title>&rose;</title></svg>'],
  ['a bare ampersand', '<svg><title>R & S</title></svg>'],
  ['deep nesting', `<svg>${'<g>'.repeat(200)}${'</g>'.repeat(200)}</svg>`],
  ['a character that is none', '<svg><title>&#0;</title></svg>'],
  ['a binary file', '\u0000\u0001PNG'],
])('%s is not an icon', (_name, source) => {
  expect(sanitizeSvg(source)).toBeUndefined();
});

test('a long hostile file is refused in one pass', () => {
  for (const part of ['<', '<!--', '<g ', '<g a="', '&', '<![CDATA[', '<g\u0020\u0020\u0020']) {
    expect(sanitizeSvg(`<svg>${part.repeat(60_000 / part.length)}`)).toBeUndefined();
  }
});

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe('whatever is in an icon', () => {
  const parts = [
    '<svg>',
    '</svg>',
    '<g>',
    '</g>',
    '<path d="M0 0"/>',
    '<script>',
    '</script>',
    'onload="x"',
    ' fill="url(#a)"',
    ' href="javascript:x"',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&lt;',
    '&#60;',
    '&quot;',
    '"',
    "'",
    '<',
    '>',
    '/',
    '<title>',
    '</title>',
    'x',
    '<svg ',
    '<?x ?>',
    ' style="fill:red"',
  ];

  test('the result is an icon that stays as it is, without anything dangerous', () => {
    const stream = numbers(11);
    const random = (): number => stream.next().value;
    let usable = 0;
    for (let round = 0; round < 5000; round += 1) {
      const count = Math.floor(random() * 8);
      const inner = Array.from({ length: count }, () => parts[Math.floor(random() * parts.length)]).join('');
      const result = sanitizeSvg(`<svg>${inner}</svg>`);
      if (result === undefined) continue;
      usable += 1;
      expect(sanitizeSvg(result)).toBe(result);
      expect(result.replaceAll(/<title>[^<]*<\/title>/gu, '')).not.toMatch(/script|onload|javascript|<!|<\?/u);
    }
    expect(usable).toBeGreaterThan(200);
  });
});
