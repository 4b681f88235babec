/**
 * Measures the time of the engine for documents of 10,000 lines with six habits.
 *
 * In one document the next line matches, in one every line has the words of the habits and none matches, and in one the
 * next match is at the end.
 */
import { NesEditor } from './editor.mjs';

const uri = 'file:///long.ts';
const length = 10_000;
const edited = 120;

/** Lines as they are edited. */
export const plainLine = (index) => `  const value${index} = compute(input${index % 100}, options, ${index});`;

const documents = {
  near: (index) => plainLine(index),
  nowhere: (index) =>
    index < edited ? plainLine(index) : `  value.compute.options.const.input${index % 100}.value${index}.call;`,
  far: (index) =>
    index < edited || index > length - 10 ? plainLine(index) : `  read(left${index % 50}, right${index}).then(write);`,
};

const changes = [
  (text) => text.replace('compute(', 'calculate('),
  (text) => text.replace('options', 'settings'),
  (text) => text.replace(/input\d+/, 'source.$&'),
  (text) => text.replace('const', 'let'),
  (text) => text.replace(');', ', signal);'),
  (text) => text.replace(/value\d+/, 'unique$&'),
];

/** Milliseconds of CPU time of each of sixty suggestions, for each document. */
export function thinkingTimes() {
  return Object.values(documents).flatMap((lineAt) => {
    const editor = new NesEditor();
    const lines = Array.from({ length }, (_, index) => lineAt(index));
    editor.open(uri, 'typescript', lines);
    return Array.from({ length: edited / 2 }, (_, index) => {
      const line = index * 2;
      editor.splice(uri, line, line + 1, [changes[index % changes.length](lines[line])]);
      const before = process.cpuUsage();
      editor.suggest(uri, line);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
  });
}
