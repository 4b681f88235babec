/** Agents of the AI SDK as ACP agents: `acpAgent(new ToolLoopAgent({ … }), { name, version }).serve(stdio())`. */
export { acpAgent, type AcpAgentOptions } from './acp-agent.ts';
export type { AiAgent } from './ai-agent.ts';
export type { ToolView, ViewedTool } from './tool-view.ts';
export type { ConversationNotes, NotedStore } from './conversation-store.ts';
