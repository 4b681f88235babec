/** Starts agents. */
import { readCommand, type AgentCommand } from './agent-command.ts';
import { AgentProcess } from './agent-process.ts';
import type { SpawnAgentOptions } from './spawn-options.ts';

/**
 * Starts an agent; returns a channel to it that is also a handle on its process.
 *
 * If the process cannot be started, the channel ends with an `AgentProcessError`; this function does not throw then.
 */
export function spawnAgent(command: readonly string[] | AgentCommand, options: SpawnAgentOptions = {}): AgentProcess {
  return new AgentProcess(readCommand(command), options);
}
