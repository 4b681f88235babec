/** ACP agents as models of the AI SDK: `streamText({ model: acp(['my-agent']) })`. */
export { acp, type AcpModel } from './acp.ts';
export type { AcpModelOptions } from './options.ts';
export type { AcpAgent, AgentCommand } from '../session/agent-source.ts';
export type { AcpToolResult } from '../stream/tool-result.ts';
