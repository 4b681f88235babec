/**
 * `git status` of the workspace.
 *
 * It changes nothing, so the user is not asked, unless the settings of the repository make git run programs: the author
 * of the repository chose those.
 */
import { text } from '@acp-stack/sdk';

import type { Tool, ToolContext } from '../model/tool.ts';
import type { SessionResources } from '../tools/session-resources.ts';

/** Settings of a repository that make `git status` run programs; fsmonitor is disabled below. */
const running =
  /^(?:filter\..*\.(?:clean|process|smudge)|core\.(?:sshcommand|gitproxy)|include\.path|includeif\..*)$/imu;

export const gitStatus = (resources: SessionResources): Tool => ({
  name: 'status',
  description: 'Shows the git status of the workspace.',
  kind: 'read',
  asksFirst: true,
  inputSchema: { type: 'object' },
  describe: () => ({ title: 'git status' }),
  run: async (_, context) => {
    const { signal, call } = context;
    const settings = await git(resources, ['config', '--local', '--list', '--name-only'], signal);
    const [setting] = running.exec(settings.words) ?? [];
    if (setting !== undefined) await ask(resources, setting, context);
    await call.start();
    const { words, exitCode } = await git(resources, ['--no-optional-locks', 'status', '--short', '--branch'], signal);
    if (exitCode !== 0) throw new Error(words === '' ? 'git status failed.' : words);
    return { content: [{ type: 'content', content: text(words) }], rawOutput: { lines: words.split('\n').length } };
  },
});

function ask({ permissions }: SessionResources, setting: string, context: ToolContext): Promise<void> {
  const question = `Run git status? The settings of this repository make git run other programs (${setting}).`;
  return permissions.require(
    { kind: 'execute', question, scopes: [{ key: 'git status', label: 'git status' }] },
    context,
  );
}

async function git(
  { workspace }: SessionResources,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly words: string; readonly exitCode: number | null }> {
  const terminal = await workspace.terminals.start({
    command: 'git',
    args: ['-c', 'core.fsmonitor=false', ...args],
    signal,
  });
  try {
    const { exitCode } = await terminal.waitForExit();
    return { words: terminal.output().text.trim(), exitCode };
  } finally {
    await terminal.release();
  }
}
