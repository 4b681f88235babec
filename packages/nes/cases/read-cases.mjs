/** The hand-written cases of the engine, from the Markdown files beside this one. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('.', import.meta.url);

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} languageId
 * @property {string[]} lines as they are before the user begins
 * @property {{ line: number, text: string }[]} edits what the user makes of some lines, in order
 * @property {{ line: number, text: string } | undefined} expected the line that has to be suggested, and what it
 * becomes; an empty text means that it goes
 * @property {{ line: number, about: string, message: string }[]} problems
 */

/** @returns {Case[]} */
export function readCases() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const found = text.matchAll(/^## (?<name>[^\n]+)\n\n```(?<languageId>\w+)\n(?<body>.*?)^```/gmsu);
      return [...found].map(({ groups: { name, languageId, body } }) => ({
        name: `${file.replace('.md', '')}: ${name}`,
        languageId,
        ...readBody(body),
      }));
    });
}

function readBody(body) {
  const result = { lines: [], edits: [], expected: undefined, problems: [] };
  for (const row of body.split('\n').slice(0, -1)) {
    const line = result.lines.length;
    const problem = /^✗ (?<about>.+?) \| (?<message>.+)$/u.exec(row);
    if (problem !== null) {
      result.problems.push({ line: line - 1, ...problem.groups });
      continue;
    }
    const [, before, question, after] = /^(.*?) ⇒(\?)? ?(.*)$/u.exec(row) ?? [undefined, row];
    result.lines.push(before);
    if (question !== undefined) result.expected = { line, text: after };
    else if (after !== undefined) result.edits.push({ line, text: after });
  }
  return result;
}
