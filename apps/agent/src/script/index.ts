/** The scripted agent of `acp agent --script`, for tests that run it in their own process. */
export { readScript, type Script, type ScriptedTurn, type Refusal } from './read-script.ts';
export { ScriptFileError } from './script-file-error.ts';
export { scriptedAgent, type ScriptedAgentOptions } from './scripted-agent.ts';
export type { ProcessControl } from './step-context.ts';
