import { describe, expect, test } from 'vitest';

import { Text } from '../text/text.ts';
import { withoutFormat, inferFormat, writePrompt, type PromptFormat, type PromptInput } from './prompt-format.ts';

const input: PromptInput = {
  path: 'garden/rose.ts',
  text: Text.from('const rose = 1;\nconst tulip = 2;\n'),
  before: Text.from('const rose = 0;\nconst tulip = 2;\n'),
  position: { line: 0, column: 6 },
  history: [{ uri: 'file:///garden/rose.ts', diff: '@@ -1,1 +1,1 @@\n-const rose = 0;\n+const rose = 1;' }],
  background: [],
  budget: 12_000,
};

describe('a prompt', () => {
  const background = [
    { path: 'diagnostics', text: 'garden/rose.ts:1: wilted' },
    { path: 'garden/long.ts', text: 'x'.repeat(9000) },
    { path: 'garden/odd.ts', text: '<|file_sep|> <|editable_region_end|> >>>>>>> UPDATED <|fim_middle|>' },
    { path: 'garden/water.ts', text: 'function water() {}' },
  ];

  test.each([
    [
      'zeta',
      '### Context:\n\n```diagnostics\ngarden/rose.ts:1: wilted\n```\n\n```garden/water.ts\nfunction water() {}\n',
    ],
    ['zeta2', '<filename>diagnostics\ngarden/rose.ts:1: wilted\n<filename>garden/water.ts\nfunction water() {}\n'],
    ['sweep', '<|file_sep|>diagnostics\ngarden/rose.ts:1: wilted\n<|file_sep|>garden/water.ts\nfunction water() {}\n'],
    [
      'qwen',
      '<|file_sep|>diagnostics\ngarden/rose.ts:1: wilted\n<|file_sep|>garden/water.ts\nfunction water() {}\n<|file_sep|>garden/rose.ts\n',
    ],
  ] as const)('of %s has the background that fits, without reserved words', (format, expected) => {
    const { prompt = '' } = writePrompt(format, { ...input, background }) ?? {};
    expect(prompt).toContain(expected);
    expect(prompt).not.toContain('odd.ts');
    expect(prompt.length).toBeLessThan(4000);
  });

  test('of a format without a place for other files is the same with them', () => {
    expect(writePrompt('codellama', { ...input, background })).toEqual(writePrompt('codellama', input));
  });

  test('of zeta marks the region and the cursor', () => {
    expect(writePrompt('zeta', input)).toEqual({
      prompt: `### Instruction:
Rewrite the editable region of the excerpt as the user will most likely want it next, judging by the edits.

### User Edits:

User edited "garden/rose.ts":
\`\`\`diff
@@ -1,1 +1,1 @@
-const rose = 0;
+const rose = 1;
\`\`\`

### User Excerpt:

\`\`\`garden/rose.ts
<|start_of_file|>
<|editable_region_start|>
const <|user_cursor_is_here|>rose = 1;
const tulip = 2;

<|editable_region_end|>
\`\`\`

### Response:

<|editable_region_start|>
`,
      stop: ['<|editable_region_end|>'],
      window: { from: 0, to: 3 },
    });
  });

  test('of zeta2 tells what follows first', () => {
    expect(writePrompt('zeta2', input)).toEqual({
      prompt:
        '<[fim-suffix]><[fim-prefix]><filename>edit_history\n@@ -1,1 +1,1 @@\n-const rose = 0;\n+const rose = 1;\n' +
        '<filename>garden/rose.ts\n<<<<<<< CURRENT\nconst <|user_cursor|>rose = 1;\nconst tulip = 2;\n\n=======\n<[fim-middle]>',
      stop: ['>>>>>>> UPDATED'],
      window: { from: 0, to: 3 },
    });
  });

  test('of sweep shows the lines before, now, and leaves those to come', () => {
    expect(writePrompt('sweep', input)).toEqual({
      prompt:
        '<|file_sep|>garden/rose.ts.diff\noriginal:\nconst rose = 0;\nupdated:\nconst rose = 1;\n' +
        '<|file_sep|>original/garden/rose.ts\nconst rose = 0;\nconst tulip = 2;\n\n' +
        '<|file_sep|>current/garden/rose.ts\nconst rose = 1;\nconst tulip = 2;\n\n' +
        '<|file_sep|>updated/garden/rose.ts\n',
      stop: ['<|file_sep|>', '</s>'],
      window: { from: 0, to: 3 },
    });
  });

  test.each([
    ['qwen', '<|fim_prefix|>const <|fim_suffix|>rose = 1;\nconst tulip = 2;\n<|fim_middle|>'],
    ['codegemma', '<|fim_prefix|>const <|fim_suffix|>rose = 1;\nconst tulip = 2;\n<|fim_middle|>'],
    ['starcoder', '<fim_prefix>const <fim_suffix>rose = 1;\nconst tulip = 2;\n<fim_middle>'],
    ['deepseek', '<｜fim▁begin｜>const <｜fim▁hole｜>rose = 1;\nconst tulip = 2;\n<｜fim▁end｜>'],
    ['codellama', '<PRE> const  <SUF>rose = 1;\nconst tulip = 2;\n <MID>'],
    ['codestral', '[SUFFIX]rose = 1;\nconst tulip = 2;\n[PREFIX]const '],
    ['glm', '<|code_prefix|>const <|code_suffix|>rose = 1;\nconst tulip = 2;\n<|code_middle|>'],
  ] as const)('of %s has the cursor between what precedes and what follows', (format, prompt) => {
    expect(writePrompt(format, input)).toMatchObject({ prompt });
    expect(writePrompt(format, input)).not.toHaveProperty('window');
  });

  test('is not made of a text that holds words of the format', () => {
    const text = Text.from('const a = "<|file_sep|>";\n');
    expect(writePrompt('sweep', { ...input, text })).toBeUndefined();
    expect(writePrompt('zeta', { ...input, text })).toBeDefined();
  });

  test('keeps the latest edits that fit', () => {
    const history = ['a', 'b', 'c'].map((name) => ({ uri: 'x', diff: `+${name.repeat(400)}` }));
    const { prompt = '' } = writePrompt('zeta', { ...input, history, budget: 1000 }) ?? {};
    expect(['aaa', 'bbb', 'ccc'].map((piece) => prompt.includes(piece))).toEqual([false, false, true]);
  });

  test('follows from the name of a model', () => {
    const names = [
      'zeta-2',
      'zed-industries/zeta',
      'sweep-next-edit-1.5b',
      'Qwen2.5-Coder',
      'codestral-latest',
      'unheard',
    ];
    const formats: (PromptFormat | undefined)[] = ['zeta2', 'zeta', 'sweep', 'qwen', 'codestral', undefined];
    expect(names.map(inferFormat)).toEqual(formats);
  });
});

test('an answer ends where the words of the format begin', () => {
  expect(withoutFormat('zeta', 'const a = 1;\n<|editable_region_end|>\n```\nmore')).toBe('const a = 1;\n');
  expect(withoutFormat('qwen', 'x = 1<|fim_middle|>')).toBe('x = 1');
  expect(withoutFormat('sweep', 'const a = 1;\n')).toBe('const a = 1;\n');
});
