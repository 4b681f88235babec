import { array, assert, constantFrom, nat, property } from 'fast-check';
import { expect, test } from 'vitest';

import { MarkdownBlocks, type MarkdownState } from './markdown-blocks.ts';
import { blockTokens } from './markdown-lexer.ts';

const listed = ({ groups }: MarkdownState): readonly unknown[] => groups.flat().map(({ type, raw }) => ({ type, raw }));

const whole = (text: string): readonly unknown[] =>
  blockTokens(text.replaceAll(/\r\n?/gu, '\n'))
    .filter(({ type }) => type !== 'space')
    .map(({ type, raw }) => ({ type, raw }));

const fragments = constantFrom(
  'a',
  'b c',
  '\n',
  '\n\n',
  '\r\n',
  ' ',
  '  ',
  '    ',
  '\t',
  '-',
  '- ',
  '* ',
  '+ ',
  '1',
  '1.',
  '2. ',
  '#',
  '## ',
  '>',
  '> ',
  '```',
  '```js',
  '~~~',
  '`',
  '|',
  '| a | b |',
  '\n--|--\n',
  '---',
  '===',
  '***',
  '<div>',
  '</div>',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '[a]',
  '[a]: ',
  'http://x.y',
  '"t',
  '"',
  '(',
  ')',
  '[ ]',
  '\\',
  '&amp;',
  '[a\n\nb]: c',
  'é',
  '漢',
  '\u{1f600}',
  '**',
  '_',
  '\n```\n',
  '\n- x\n',
  '\n\n1. y\n',
);
const texts = array(fragments, { maxLength: 24 }).map((parts) => parts.join(''));

test('a text in any pieces gives the same blocks as the whole text', () => {
  assert(
    property(texts, array(nat(200), { maxLength: 12 }), (text, cuts) => {
      const blocks = new MarkdownBlocks();
      const ends = [...new Set([...cuts.filter((cut) => cut < text.length), text.length])].toSorted((a, b) => a - b);
      for (const end of ends) blocks.update(text.slice(0, end));
      expect(listed(blocks.update(text))).toEqual(whole(text));
    }),
    { numRuns: 1500 },
  );
});

test('a text character by character gives the same blocks as the whole text', () => {
  assert(
    property(texts, (text) => {
      const blocks = new MarkdownBlocks();
      for (let end = 1; end <= text.length; end += 1) blocks.update(text.slice(0, end));
      expect(listed(blocks.update(text))).toEqual(whole(text));
    }),
    { numRuns: 300 },
  );
});

test('a closed block is the same object and keeps its key while text is added', () => {
  const blocks = new MarkdownBlocks();
  const [first] = blocks.update('One.\n\nTwo.\n\nThr').groups;
  const [second] = blocks.update('One.\n\nTwo.\n\nThree.').groups;
  expect(second?.[0]).toBe(first?.[0]);
  expect(second?.[1]).toBe(first?.[1]);
  expect(second?.map(({ raw, key }) => [raw, key])).toEqual([
    ['One.', 0],
    ['Two.', 6],
    ['Three.', 12],
  ]);
});

test('the work for a chunk is bounded by the open block, not by the text before it', () => {
  const paragraph = 'Some words of a paragraph.\n\n';
  const workOfChunk = (paragraphs: number): number => {
    const blocks = new MarkdownBlocks();
    const text = paragraph.repeat(paragraphs);
    blocks.update(text);
    const before = blocks.lexed;
    blocks.update(`${text}more`);
    return blocks.lexed - before;
  };
  expect(workOfChunk(2000)).toBe(workOfChunk(20));
});

test('open code grows without being read again, however long it is', () => {
  const blocks = new MarkdownBlocks();
  let text = `\`\`\`js\n${'let x = 1;\n'.repeat(500)}`;
  blocks.update(text);
  const before = blocks.lexed;
  for (let line = 0; line < 100; line += 1) {
    text += 'let y = `2`;\n';
    blocks.update(text);
  }
  expect(blocks.lexed).toBe(before);
  expect(listed(blocks.update(`${text}\`\`\`\n\nAfter`))).toEqual(whole(`${text}\`\`\`\n\nAfter`));
});

test('full groups of closed blocks are never built again', () => {
  const blocks = new MarkdownBlocks();
  const text = 'a\n\n'.repeat(100);
  const { groups } = blocks.update(text);
  const later = blocks.update(`${text}${'b\n\n'.repeat(10)}`).groups;
  expect(later[0]).toBe(groups[0]);
  expect(later[1]).toBe(groups[1]);
});

test('a text that was replaced is read from its start', () => {
  const blocks = new MarkdownBlocks();
  blocks.update('# One\n\nTwo');
  expect(listed(blocks.update('Another'))).toEqual([{ type: 'paragraph', raw: 'Another' }]);
});

test('definitions of links are collected from closed blocks, and the first of a label counts', () => {
  const blocks = new MarkdownBlocks();
  const { definitions } = blocks.update('[a]: http://one.example\n\n[a]: http://two.example\n\nSee [a].');
  expect(definitions['a']?.href).toBe('http://one.example');
});

test('the levels of headings have no gaps, whichever a text begins with', () => {
  const { groups } = new MarkdownBlocks().update('## a\n\n#### b\n\n## c\n\n### d\n\n# e\n\nEnd.\n\n### f');
  expect(groups.flat().flatMap(({ level }) => level ?? [])).toEqual([1, 2, 1, 2, 1, 2]);
});
