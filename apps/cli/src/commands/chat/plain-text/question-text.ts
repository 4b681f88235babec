/**
 * A permission request in words, line by line.
 *
 * Every line begins with a word of the chat, so that no text of the agent can sound like an option.
 */
import type { QuestionFacts } from '../view/question-facts.ts';
import { diffText } from './diff-text.ts';

export function questionText(facts: QuestionFacts, cwd: string): readonly string[] {
  const { title, toolTitle, command, paths, warnings, diffs, texts, input } = facts;
  return [
    ...labelled('Permission', 'the question', title),
    ...(toolTitle === undefined ? [] : [`Tool call: ${toolTitle}`]),
    ...labelled('Command', 'the command', command),
    ...(facts.cwd === undefined ? [] : [`Folder: ${facts.cwd}`]),
    ...paths.map((path) => `File: ${path}`),
    ...warnings.map((each) => `Warning: ${each}.`),
    ...diffs.flatMap((diff) => diffText(diff, { cwd, maxLines: Infinity })),
    ...texts.flatMap((lines) => labelled('Text', 'the text', lines)),
    ...input.flatMap(({ name, lines }) => labelled(`Argument ${name}`, 'the argument', lines)),
  ];
}

const labelled = (label: string, name: string, lines: readonly string[]): readonly string[] =>
  lines.map((each, index) => `${index === 0 ? label : `Next line of ${name}`}: ${each}`);
