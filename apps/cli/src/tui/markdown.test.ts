import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { textOfLine, type Style } from './styled-line.ts';
import { renderMarkdown } from './markdown.ts';

const lines = (markdown: string, width = 60): readonly string[] => renderMarkdown(markdown, width).map(textOfLine);

const styleOf = (markdown: string, text: string): Style | undefined =>
  renderMarkdown(markdown, 60)
    .flat()
    .find((each) => each.text.includes(text))?.style;

describe('renderMarkdown', () => {
  test(verifies('CONT-04', 'shows emphasis as style and not as stars'), () => {
    expect(lines('A **bold** and *leaning* `code` ~~gone~~')).toEqual(['A bold and leaning code gone']);
    expect(styleOf('**bold**', 'bold')).toEqual({ isBold: true });
    expect(styleOf('~~gone~~', 'gone')).toEqual({ isStruck: true });
  });

  test('shows where a link leads, whatever its words say', () => {
    expect(lines('[https://bank.example](https://evil.example/x)')).toEqual([
      'https://bank.example (https://evil.example/x)',
    ]);
    expect(lines('<https://bank.example>')).toEqual(['https://bank.example']);
  });

  test('keeps lists, their numbers and what is inside of them', () => {
    expect(lines('3. three\n4. four\n   - inner\n\n- [x] done\n- [ ] open')).toEqual([
      '3. three',
      '4. four',
      '   • inner',
      '',
      '• ☑ done',
      '• ☐ open',
    ]);
  });

  test('shows code as it is, also when it looks like Markdown', () => {
    expect(lines('```md\n**not bold**\n\n\ttab\n```')).toEqual(['  **not bold**', '  ', '      tab']);
  });

  test('shows no blank line behind code, whatever the text ends with', () => {
    expect(lines('     1\tred\n     2\tblue\n\n')).toEqual(['   1    red', '   2    blue']);
  });

  test('shows HTML as text', () => {
    expect(lines('<script>alert(1)</script>')).toEqual(['<script>alert(1)</script>']);
    expect(lines('a &lt;b&gt; &amp; c')).toEqual(['a <b> & c']);
  });

  test('quotes and headings are marked', () => {
    expect(lines('## Title\n\n> said\n> so')).toEqual(['## Title', '', '│ said', '│ so']);
  });
});
