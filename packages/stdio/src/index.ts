/** Channels over standard input and output: our own, and those of agents that we start. */
export type { AgentCommand } from './agent-command.ts';
export type { AgentLine, AgentOutput } from './agent-output.ts';
export type { AgentExit } from './agent-ending.ts';
export type { AgentProcess } from './agent-process.ts';
export { AgentProcessError, type AgentProcessErrorCode, type AgentProcessErrorDetails } from './agent-process-error.ts';
export { KillLadder, type KillGrace } from './kill-ladder.ts';
export { ProcessTree } from './process-tree.ts';
export { spawnAgent } from './spawn-agent.ts';
export type { SpawnAgentOptions } from './spawn-options.ts';
export type { StartUpLimits } from './start-up-watch.ts';
export { stdio, type StdioOptions } from './stdio.ts';
export { watchGroup } from './watchdog.ts';
export { windowsCommand, type SpawnedCommand, type WindowsLookup } from './windows-command.ts';
