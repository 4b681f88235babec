/** Searches the contents of the workspace's files, and their names. */
import { text } from '@acp-stack/sdk';

import type { Tool } from '../model/tool.ts';
import { shownName, shownPath } from '../text/shown-path.ts';
import { flagIn, objectSchema, textIn } from './tool-arguments.ts';
import type { SessionResources } from './session-resources.ts';

const maxMatches = 200;
const maxFiles = 200;
/** Matches that are reported as locations, which an editor may open. */
const maxLocations = 20;
const maxLineLength = 300;

export const searchTool = ({ workspace, session }: SessionResources): Tool => ({
  name: 'search',
  description:
    'Searches the text files of the workspace line by line, without those that git ignores. ' +
    `Returns at most ${maxMatches} matches, as path:line: text.`,
  kind: 'search',
  inputSchema: objectSchema(
    {
      query: { type: 'string', minLength: 1, description: 'The text, or with regex a JavaScript regular expression.' },
      glob: { type: 'string', description: 'Only files like this, such as **/*.ts.' },
      regex: { type: 'boolean' },
      caseSensitive: { type: 'boolean' },
    },
    ['query'],
  ),
  describe: (input) => ({ title: `Search for ${shownName(textIn(input, 'query'))}` }),
  run: async (input, { call, signal }) => {
    const query = textIn(input, 'query');
    const glob = textIn(input, 'glob');
    const caseSensitive = flagIn(input, 'caseSensitive');
    const pattern = flagIn(input, 'regex') ? expression(query, caseSensitive) : query;
    const search = workspace.search.content(pattern, {
      limit: maxMatches,
      caseSensitive,
      signal,
      ...(glob === '' ? {} : { glob }),
    });
    const found: { path: string; line: number; text: string }[] = [];
    for await (const { path, line, text: words } of search) found.push({ path, line, text: words });
    await call.at(...found.slice(0, maxLocations).map(({ path, line }) => ({ path, line })));
    const lines = found.map((match) => {
      const words = match.text.trim().slice(0, maxLineLength);
      return `${shownPath(session.cwd, match.path)}:${match.line}: ${words}`;
    });
    const { isTruncated, files } = search.summary;
    const shown = lines.length === 0 ? `Nothing found in ${files} files.` : lines.join('\n');
    return {
      content: [{ type: 'content', content: text(isTruncated ? `${shown}\n…` : shown) }],
      rawOutput: { matches: found.length, isTruncated },
    };
  },
});

function expression(source: string, caseSensitive: boolean): RegExp {
  try {
    return new RegExp(source, caseSensitive ? 'u' : 'iu');
  } catch (error) {
    throw new Error(`${source} is not a valid JavaScript regular expression.`, { cause: error });
  }
}

export const findTool = ({ workspace, session }: SessionResources): Tool => ({
  name: 'find',
  description:
    'Finds files of the workspace by name: a glob such as src/**/*.ts, or some letters of the path in their order.',
  kind: 'search',
  inputSchema: objectSchema({ pattern: { type: 'string', minLength: 1 } }, ['pattern']),
  describe: (input) => ({ title: `Find ${shownName(textIn(input, 'pattern'))}` }),
  run: async (input, { signal }) => {
    const { paths, isTruncated } = await workspace.search.files(textIn(input, 'pattern'), { limit: maxFiles, signal });
    const names = paths.map((path) => shownPath(session.cwd, path));
    const shown = names.length === 0 ? 'No file name matches.' : names.join('\n');
    return {
      content: [{ type: 'content', content: text(isTruncated ? `${shown}\n…` : shown) }],
      rawOutput: { files: names.length, isTruncated },
    };
  },
});
