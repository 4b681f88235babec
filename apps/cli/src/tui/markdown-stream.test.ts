import { describe, expect, test } from 'vitest';

import { textOfLine } from './styled-line.ts';
import { renderMarkdown } from './markdown.ts';
import { MarkdownStream } from './markdown-stream.ts';

const width = 40;
const text = `# Roses

They are **red**, and there is more to say about
them than fits in one line.

1. one
2. two
   with more
3. three
4. four
5. five
6. six
7. seven

- a
  - b

| name | colour |
| ---- | ------ |
| rose | red    |

\`\`\`ts
const a = 1;

const b = 2;
const c = 3;
const d = 4;
const e = 5;
const f = 6;
const g = 7;
const h = 8;
const i = 9;
\`\`\`

> quoted
> words

The end.
`;

/** What is given out while `whole` comes in pieces of this length, and at the end. */
function streamed(
  whole: string,
  length: number,
): { readonly settled: string; readonly all: string; readonly most: number } {
  const stream = new MarkdownStream();
  const lines: string[] = [];
  let most = 0;
  for (let end = length; end < whole.length + length; end += length) {
    lines.push(...stream.settle(whole.slice(0, end), width).map(textOfLine));
    most = Math.max(most, stream.rest(whole.slice(0, end), width).length);
  }
  const settled = lines.join('\n');
  return { settled, all: [...lines, ...stream.rest(whole, width).map(textOfLine)].join('\n'), most };
}

describe('MarkdownStream', () => {
  test('gives out the same lines, however the text comes', () => {
    const whole = renderMarkdown(text, width).map(textOfLine).join('\n');
    for (const length of [1, 2, 3, 5, 8, 13, 40, 200, text.length]) expect(streamed(text, length).all).toBe(whole);
  });

  test('never takes back what it gave out', () => {
    const whole = renderMarkdown(text, width).map(textOfLine).join('\n');
    for (const length of [1, 7, 31]) expect(whole.startsWith(streamed(text, length).settled)).toBe(true);
  });

  test('keeps little of a long text, of long code and of a long list', () => {
    const paragraphs = Array.from({ length: 500 }, (_, index) => `Paragraph ${index}.\n\n`).join('');
    const code = `\`\`\`sh\n${Array.from({ length: 500 }, (_, index) => `echo ${index}\n`).join('')}\`\`\`\n`;
    const list = Array.from({ length: 500 }, (_, index) => `- item ${index}\n`).join('');
    for (const long of [paragraphs, code, list]) {
      const { all, most } = streamed(long, 10);
      expect(all).toBe(renderMarkdown(long, width).map(textOfLine).join('\n'));
      expect(most).toBeLessThan(16);
    }
  });

  test('gives out a block without an end before it becomes slow', () => {
    const stream = new MarkdownStream();
    const endless = 'word '.repeat(20_000);
    expect(stream.settle(endless, width).length).toBeGreaterThan(1000);
    expect(stream.rest(endless, width).length).toBeLessThan(1000);
  });
});
