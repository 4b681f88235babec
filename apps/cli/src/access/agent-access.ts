/**
 * What an agent may use of this machine through the client.
 *
 * An agent that is started here may use files and terminals of this machine; the user is asked about each change and
 * each command. An agent that is reached by an address may use nothing, unless the user allows it for that agent.
 */
import { accessNames, type AccessName } from '../config/access-names.ts';
import type { AgentServer } from '../config/agent-server.ts';
import type { AccessFlags } from '../command-line/access-options.ts';
import type { ContextFlags } from '../command-line/context-options.ts';
import { isRemoteComponent } from '../chain/component-spec.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The parts of this machine that an agent may use. */
export type AgentAccess = ReadonlySet<AccessName>;

/** The flags that allow each part. */
export const allowFlags: Readonly<Record<AccessName, string>> = {
  fs: '--allow-fs',
  terminal: '--allow-terminal',
  'editor-state': '--allow-editor-state',
};

/** What an agent does with each part of this machine. */
export const accessWords: Readonly<Record<AccessName, string>> = {
  fs: 'use files of this machine',
  terminal: 'run commands on this machine',
  'editor-state': 'know what is open in the editor',
};

/** What the flags, or else the entry of the agent in the config file, allow; a flag that refuses wins over the file. */
export function accessOf(
  server: Pick<AgentServer, 'kind' | 'allow' | 'proxies'>,
  flags: AccessFlags & Pick<ContextFlags, 'editorState'>,
): AgentAccess {
  for (const [name, isAllowed, isRefused] of [
    ['fs', flags.allowFs, flags.fs === false],
    ['terminal', flags.allowTerminal, flags.terminal === false],
  ] as const) {
    if (isAllowed === true && isRefused)
      throw new UsageError(`--allow-${name} and --no-${name} cannot be used together`);
  }
  const access = new Set<AccessName>(server.allow ?? (isLocal(server) ? accessNames : []));
  if (flags.allowFs === true) access.add('fs');
  if (flags.allowTerminal === true) access.add('terminal');
  // A file that is named on the command line is meant for this agent.
  if (flags.allowEditorState === true || flags.editorState !== undefined) access.add('editor-state');
  if (flags.fs === false) access.delete('fs');
  if (flags.terminal === false) access.delete('terminal');
  return access;
}

/** Whether everything that can send requests of the agent runs on this machine, proxies included. */
const isLocal = ({ kind, proxies = [] }: Pick<AgentServer, 'kind' | 'proxies'>): boolean =>
  kind === 'command' && !proxies.some((each) => isRemoteComponent(each));
