/** Starts the process of an agent, with pipes to it. */
import type { ChildProcess } from 'node:child_process';

import { environmentOf, type AgentCommand } from './agent-command.ts';
import { notStarted, type AgentProcessError } from '../ending/agent-process-error.ts';
import { fs, spawn } from '../node/lazy-modules.ts';
import type { SpawnAgentOptions } from './spawn-options.ts';
import { windowsCommand } from './windows-command.ts';

/** A process that has been started, or why not; some reasons come later, as an event. */
export type StartedProcess =
  | { readonly child: ChildProcess; readonly explain: (error: Error) => AgentProcessError }
  | { readonly error: AgentProcessError };

export function startProcess(
  agent: AgentCommand,
  { passEnv, stderr = 'lines' }: Pick<SpawnAgentOptions, 'passEnv' | 'stderr'>,
): StartedProcess {
  const { command, args = [], cwd } = agent;
  const env = environmentOf(agent, passEnv);
  const explain = (error: Error): AgentProcessError => notStarted(command, error, missingFolder(cwd));
  const isWindows = process.platform === 'win32';
  try {
    const spawned = isWindows
      ? windowsCommand(command, args, { cwd: cwd ?? process.cwd(), env })
      : { command, args, isVerbatim: false };
    const child = spawn(spawned.command, spawned.args, {
      ...(cwd === undefined ? {} : { cwd }),
      env,
      stdio: ['pipe', 'pipe', stderr === 'inherit' ? 'inherit' : 'pipe'],
      // The leader of a group, and of a session: what a terminal sends to us, we pass on or not.
      detached: !isWindows,
      windowsHide: true,
      windowsVerbatimArguments: spawned.isVerbatim,
    });
    return { child, explain };
  } catch (error) {
    return { error: explain(error as Error) };
  }
}

/** The folder that is to blame when a program is not found. */
function missingFolder(cwd: string | undefined): string | undefined {
  if (cwd === undefined) return undefined;
  return fs().statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true ? undefined : cwd;
}
