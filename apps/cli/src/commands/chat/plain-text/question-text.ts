/** A permission request in words, line by line. */
import type { QuestionFacts } from '../view/question-facts.ts';
import { fieldLines } from '../view/question-view.ts';
import { diffText } from './diff-text.ts';

export function questionText(facts: QuestionFacts, cwd: string): readonly string[] {
  const { title, toolTitle, command, paths, warnings, diffs, texts, input } = facts;
  const [line = '', ...others] = command;
  return [
    `Permission: ${title.join('\n')}`,
    ...(toolTitle === undefined ? [] : [`Tool call: ${toolTitle}`]),
    ...(command.length === 0 ? [] : [`Command: ${line}`, ...others.map((each) => `Next line of the command: ${each}`)]),
    ...(facts.cwd === undefined ? [] : [`Folder: ${facts.cwd}`]),
    ...paths.map((path) => `File: ${path}`),
    ...warnings.map((each) => `Warning: ${each}.`),
    ...diffs.flatMap((diff) => diffText(diff, { cwd, maxLines: Infinity })),
    ...texts.flat(),
    ...input.flatMap(({ name, lines }) => fieldLines(name, lines)),
  ];
}
