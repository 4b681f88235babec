/** Starts the process of an agent, with pipes to it. */
import type { ChildProcess } from 'node:child_process';

import { environmentOf, type AgentCommand } from './agent-command.ts';
import type { AgentProcessError } from '../ending/agent-process-error.ts';
import { spawn } from '../node/lazy-modules.ts';
import { notStarted } from './not-started.ts';
import type { SpawnAgentOptions } from './spawn-options.ts';
import { hasProcessGroups } from '../system/process-groups.ts';
import { systemCommand } from '../system/system-command.ts';

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
  try {
    const started = systemCommand(command, args, { cwd, env });
    const child = spawn(started.command, started.args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: started.env,
      stdio: ['pipe', 'pipe', stderr === 'inherit' ? 'inherit' : 'pipe'],
      // Leads a process group and a session, so that signals of a terminal do not reach it.
      detached: hasProcessGroups(),
      windowsHide: true,
      windowsVerbatimArguments: started.isVerbatim,
    });
    return { child, explain };
  } catch (error) {
    return { error: explain(error as Error) };
  }
}
