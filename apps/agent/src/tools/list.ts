/** Lists a folder. */
import { text } from '@acp-stack/sdk';

import type { Tool } from '../model/tool.ts';
import { shownName } from '../text/shown-path.ts';
import { objectSchema, textIn } from './tool-arguments.ts';
import { locationsOf } from './locations.ts';
import type { SessionResources } from './session-resources.ts';

const marks: Readonly<Record<string, string>> = { directory: '/', link: '@' };

export const listTool = ({ workspace, session }: SessionResources): Tool => ({
  name: 'list',
  description: 'Lists a folder of the workspace: folders end with a slash, links with an @.',
  kind: 'read',
  inputSchema: objectSchema({ path: { type: 'string', description: 'The folder; the working directory is “.”.' } }, [
    'path',
  ]),
  describe: (input) => {
    const path = textIn(input, 'path');
    return { title: `List ${shownName(path)}`, ...locationsOf(session.cwd, path) };
  },
  run: async (input, { signal }) => {
    const { path, entries, isTruncated } = await workspace.files.list(textIn(input, 'path'), { signal });
    const names = entries.map(({ name, kind }) => `${shownName(name)}${marks[kind] ?? ''}`);
    const shown = names.length === 0 ? 'The folder is empty.' : names.join('\n');
    return {
      content: [{ type: 'content', content: text(isTruncated ? `${shown}\n…` : shown) }],
      rawOutput: { path, entries: entries.length, isTruncated },
    };
  },
});
