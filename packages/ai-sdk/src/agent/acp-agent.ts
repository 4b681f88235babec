/**
 * An agent of the AI SDK as an ACP agent.
 *
 * The client has the history of a session; the messages of the model are stored beside it, step by step, so that a
 * session continues where it was, also after the program has died in the middle of a turn.
 */
import { agent, type Agent, type AgentOptions, type Implementation } from '@acp-stack/sdk';

import type { AiAgent } from './ai-agent.ts';
import { ConversationStore, type NotedStore } from './conversation-store.ts';
import { runTurn } from './run-turn.ts';
import type { ToolView, ViewedTool } from './tool-view.ts';

/** Options of an agent. */
export interface AcpAgentOptions extends Omit<AgentOptions, 'store'> {
  /** Where sessions are stored: `journalStore('sessions.db')`, or in memory when absent. */
  readonly store?: NotedStore;
  /** What the user sees of a call of a tool; the name of the tool, and a kind that fits the name, when absent. */
  readonly viewTool?: (call: ViewedTool) => ToolView | undefined;
}

/**
 * Returns an ACP agent that answers with `ai`, in any number of sessions.
 *
 * Text, reasoning, sources, files and tools are shown while they come; a tool that needs approval asks the client for
 * permission. Without `accepts`, prompts may have images and embedded resources.
 */
export function acpAgent(ai: AiAgent, info: Implementation, options: AcpAgentOptions = {}): Agent {
  const { store, viewTool = () => undefined, ...rest } = options;
  const conversations = new ConversationStore(store);
  const view = (call: ViewedTool): ToolView | undefined => viewTool(call);
  return agent(info, { accepts: ['image', 'embeddedContext'], ...rest, store: conversations.sessions })
    .onSession(async (session, origin) => {
      if (origin === 'forked') await conversations.copy(session);
    })
    .onPrompt(async (turn) => runTurn(turn, { ai, view, conversation: await conversations.open(turn.session) }));
}
