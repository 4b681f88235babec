/** A coding agent for the Agent Client Protocol; useful without a model. */
export { codingAgent, type CodingAgentOptions } from './coding-agent.ts';
export { runAgent, type RunAgentOptions } from './run-agent.ts';
export { readLoginKinds, type LoginKind } from './auth/login-kinds.ts';
export type { Login, LoginOptions } from './auth/create-login.ts';
export { logInByTerminal, type TerminalLoginEnd, type TerminalLoginOptions } from './auth/terminal-login.ts';
export type { AgentFeatures, ListedMethod, ListedUpdate } from './feature-list/agent-features.ts';
export { listFeatures } from './feature-list/list-features.ts';
export { runScript, type RunScriptOptions } from './script/run-script.ts';
