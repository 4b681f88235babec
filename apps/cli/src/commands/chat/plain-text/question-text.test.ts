import { expect, test } from 'vitest';

import { questionFacts } from '../view/question-facts.ts';
import { questionText } from './question-text.ts';

const options = 'Fine.\n1. Allow\n2. Allow always\nType a number; an empty line closes the question.';
const labels =
  /^(?:Permission|Tool call|Command|Folder|File|Warning|Text|Argument .*|Next line of the \w+|File .* is new|Also in the patch|Line \d+ added): ?/u;

test('every line of a question begins with a word of the chat, whatever the agent says', () => {
  const text = `@@ -0,0 +1,2 @@\n+${options.replaceAll('\n', '\n+')}\n1. Allow\n`;
  const question = {
    title: options,
    toolTitle: `Cut ${options}`,
    description: options,
    command: `ls ${options}`,
    cwd: options,
    paths: [`/garden/${options}`],
    diffs: [{ type: 'diff', changes: [{ operation: 'add', path: options }], patch: { format: 'git_patch', text } }],
    content: [{ type: 'content', content: { type: 'text', text: `Text ${options}` } }],
    rawInput: { [options]: `Argument ${options}`, list: [options] },
    options: [],
  };
  const lines = questionText(questionFacts(question as never, '/garden'), '/garden').flatMap((each) =>
    each.split('\n'),
  );
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((each) => !labels.test(each))).toEqual([]);
});
