import { expect, test } from 'vitest';

import { relatedSnippets } from './related-snippets.ts';

const rose = { uri: 'file:///garden/rose.ts', text: 'import { water } from "./water.ts";\n\nwater(rose);\n' };
const start = { line: 2, column: 0 };

test('the declarations of names at the cursor are found in the other documents, with their lines', () => {
  const lines = ['// uses', 'water(tulip);', ...Array.from({ length: 10 }, (_, index) => `// ${index}`)];
  const other = { uri: 'file:///garden/water.ts', text: [...lines, 'export function water() {', '}', ''].join('\n') };
  const unrelated = { uri: 'file:///garden/shed.ts', text: 'const rake = 1;\n' };
  expect(relatedSnippets([rose, other, unrelated], rose.uri, start)).toEqual([
    {
      uri: other.uri,
      excerpts: [
        { startLine: 0, endLine: 4, text: '// uses\nwater(tulip);\n// 0\n// 1\n// 2\n' },
        { startLine: 9, endLine: 14, text: '// 7\n// 8\n// 9\nexport function water() {\n}\n' },
      ],
    },
  ]);
});

test('without names at the cursor, or without other documents, there are none', () => {
  expect(relatedSnippets([rose, { uri: 'file:///b', text: 'water' }], rose.uri, { line: 40, column: 0 })).toEqual([]);
  expect(relatedSnippets([rose], rose.uri, start)).toEqual([]);
  expect(relatedSnippets([], rose.uri, start)).toEqual([]);
});
