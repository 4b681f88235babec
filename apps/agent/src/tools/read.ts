/** Reads a text file, or some lines of it. */
import { text } from '@acp-stack/sdk';

import { textPart } from '../model/message.ts';
import type { Tool } from '../model/tool.ts';
import { shownName } from '../text/shown-path.ts';
import { numberIn, objectSchema, textIn } from './tool-arguments.ts';
import { locationsOf } from './locations.ts';
import type { SessionResources } from './session-resources.ts';

/** The most lines that one call returns. */
const maxLines = 2000;
const longestLine = 2000;

export const readTool = ({ files, session }: SessionResources): Tool => ({
  name: 'read',
  description:
    'Reads a text file of the workspace. Each line has its number, which is not part of the file. ' +
    `Returns at most ${maxLines} lines; use line to read further.`,
  kind: 'read',
  inputSchema: objectSchema(
    {
      path: { type: 'string', description: 'Absolute, or relative to the working directory.' },
      line: { type: 'integer', minimum: 1, description: 'The first line.' },
      limit: { type: 'integer', minimum: 1, description: 'How many lines.' },
    },
    ['path'],
  ),
  describe: (input) => {
    const path = textIn(input, 'path');
    return { title: `Read ${shownName(path)}`, ...locationsOf(session.cwd, path, numberIn(input, 'line')) };
  },
  run: async (input, { call, signal }) => {
    const line = numberIn(input, 'line') ?? 1;
    const limit = Math.min(numberIn(input, 'limit') ?? maxLines, maxLines);
    const file = await files.read(textIn(input, 'path'), { line, limit: limit + 1, signal });
    const all = file.text === '' ? [] : file.text.replace(/\r?\n$/u, '').split(/\r?\n/u);
    const lines = all.slice(0, limit);
    await call.at({ path: file.path, line });
    const rest = all.length > limit ? [textPart(`\n(There is more; continue with line ${line + limit}.)`)] : [];
    return {
      content: [{ type: 'content', content: text(lines.map(cut).join('\n')) }],
      rawOutput: { path: file.path, line, lines: lines.length, totalLines: file.totalLines ?? null },
      forModel: lines.length === 0 ? 'The file has no lines there.' : [textPart(numbered(lines, line)), ...rest],
    };
  },
});

const numbered = (lines: readonly string[], first: number): string =>
  lines.map((each, index) => `${String(first + index).padStart(6)}\t${cut(each)}`).join('\n');

/** A long line is cut, so that a file of a single line does not fill the context or the screen. */
const cut = (line: string): string => (line.length > longestLine ? `${line.slice(0, longestLine)} (cut)` : line);
