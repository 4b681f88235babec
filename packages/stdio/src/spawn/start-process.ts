/** Starts the process of an agent, with pipes to it. */
import type { ChildProcess } from 'node:child_process';

import { environmentOf, type AgentCommand } from './agent-command.ts';
import type { AgentProcessError } from '../ending/agent-process-error.ts';
import { spawn } from '../node/lazy-modules.ts';
import { notStarted } from './not-started.ts';
import type { SpawnAgentOptions } from './spawn-options.ts';
import { windowsCommand } from './windows-command.ts';

/** A started process, or why it could not be started; some reasons come later, as an event. */
export type StartedProcess =
  | { readonly child: ChildProcess; readonly explain: (error: Error) => AgentProcessError }
  | { readonly error: AgentProcessError };

export function startProcess(
  agent: AgentCommand,
  { passEnv, stderr = 'lines' }: Pick<SpawnAgentOptions, 'passEnv' | 'stderr'>,
): StartedProcess {
  const { command, args = [], cwd } = agent;
  const env = environmentOf(agent, passEnv);
  const explain = (error: Error): AgentProcessError => notStarted(command, error, { cwd, env });
  const isWindows = process.platform === 'win32';
  try {
    const spawned = isWindows
      ? windowsCommand(command, args, { cwd: cwd ?? process.cwd(), env })
      : { command, args, isVerbatim: false };
    const child = spawn(spawned.command, spawned.args, {
      ...(cwd === undefined ? {} : { cwd }),
      env,
      stdio: ['pipe', 'pipe', stderr === 'inherit' ? 'inherit' : 'pipe'],
      // Leads a process group and a session, so that signals of a terminal do not reach it.
      detached: !isWindows,
      windowsHide: true,
      windowsVerbatimArguments: spawned.isVerbatim,
    });
    return { child, explain };
  } catch (error) {
    return { error: explain(error as Error) };
  }
}
