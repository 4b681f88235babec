/** Starts agents. */
import { readCommand, type AgentCommand } from './agent-command.ts';
import { AgentProcess } from './agent-process.ts';
import type { SpawnAgentOptions } from './spawn-options.ts';

/**
 * Starts an agent; the answer is a channel to it, and a handle on its process.
 *
 * What cannot be started says so at the end of the channel, so this never throws for the sake of the machine it runs
 * on.
 */
export function spawnAgent(command: readonly string[] | AgentCommand, options: SpawnAgentOptions = {}): AgentProcess {
  return new AgentProcess(readCommand(command), options);
}
