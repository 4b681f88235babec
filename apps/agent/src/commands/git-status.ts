/**
 * `git status` of the workspace.
 *
 * It changes nothing and runs no program that the repository names, so the user is not asked.
 */
import { text } from '@acp-stack/sdk';
import { readGitStatus } from '@acp-stack/workspace';

import type { Tool } from '../model/tool.ts';
import type { SessionResources } from '../tools/session-resources.ts';

export const gitStatus = ({ workspace }: SessionResources): Tool => ({
  name: 'status',
  description: 'Shows the git status of the workspace.',
  kind: 'read',
  inputSchema: { type: 'object' },
  describe: () => ({ title: 'git status' }),
  run: async (_, { signal }) => {
    const { cwd } = workspace.roots;
    const words = await readGitStatus(cwd, { signal });
    if (words === undefined) throw new Error(`${cwd} is not inside a git repository.`);
    return { content: [{ type: 'content', content: text(words) }], rawOutput: { lines: words.split('\n').length } };
  },
});
