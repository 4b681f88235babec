/** Channels over standard input and output: of this program, and of agents that it starts. */
export type { AgentCommand } from './spawn/agent-command.ts';
export type { AgentLine, AgentOutput } from './spawn/agent-output.ts';
export type { AgentExit } from './ending/exit-tracker.ts';
export type { AgentProcess } from './spawn/agent-process.ts';
export {
  AgentProcessError,
  type AgentProcessErrorCode,
  type AgentProcessErrorDetails,
} from './ending/agent-process-error.ts';
export { KillEscalation, type KillGrace } from './ending/kill-escalation.ts';
export { ProcessTree, type TreeSystem } from './ending/process-tree.ts';
export { mergedEnvironment, type Environment } from './system/environment.ts';
export { programFile, type ProgramPlace } from './system/program-file.ts';
export { spawnAgent } from './spawn/spawn-agent.ts';
export type { SpawnAgentOptions } from './spawn/spawn-options.ts';
export { hasProcessGroups } from './system/process-groups.ts';
export {
  shellCommand,
  systemCommand,
  windowsTool,
  type ShellPlace,
  type SystemCommand,
} from './system/system-command.ts';
export type { StartUpLimits } from './spawn/start-up-timeout.ts';
export { stdio, type StdioOptions } from './this-process/stdio.ts';
export { watchGroup } from './ending/watchdog.ts';
