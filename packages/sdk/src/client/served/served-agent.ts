/** An agent that a program serves by another protocol, and its sessions. */
import type { ContentBlock, McpServer } from '@acp-stack/schema/v2/unstable';

import { text } from '../../shared/content.ts';
import type { ClientConnection } from '../client-connection.ts';
import type { ClientSession } from '../session/client-session.ts';
import type { AgentSource } from './agent-link.ts';

/** What each session of an agent is opened with. */
export interface SessionSettings {
  /** The absolute directory that the agent works in. */
  readonly cwd: string;
  /** The MCP servers of each session. */
  readonly mcpServers?: readonly McpServer[];
  /** Config options to set in each session, such as `{ model: 'large' }`. */
  readonly config?: Readonly<Record<string, string | boolean>>;
}

/** An agent, and where it works. */
export interface ServedAgent extends SessionSettings {
  /** The agent: a component, or a function that opens a channel to it. It is started when it is first needed. */
  readonly agent: AgentSource;
}

type Setup = Parameters<ClientConnection['newSession']>[0];

/**
 * Opens a session with `open`, which makes a new one when absent, and sets its config options.
 *
 * `system` are instructions. If the agent takes none, which `session.supports('systemPrompt')` tells, they are for the
 * first prompt.
 */
export async function openServedSession(
  connection: ClientConnection,
  { cwd, mcpServers = [], config = {}, system }: SessionSettings & { readonly system: string },
  open: (setup: Setup) => Promise<ClientSession> = (setup) => connection.newSession(setup),
): Promise<ClientSession> {
  const systemPrompt = { mode: 'append' as const, content: [text(system)] };
  const session = await open({
    cwd,
    mcpServers,
    ...(system !== '' && connection.supports('session.systemPrompt') ? { systemPrompt } : {}),
  });
  for (const [configId, value] of Object.entries(config)) {
    checkOption(session, configId);
    await session.setConfigOption(configId, value);
  }
  return session;
}

/** Setting one option may change which others there are. */
function checkOption({ configOptions = [] }: ClientSession, configId: string): void {
  const ids = configOptions.map((option) => option.configId);
  if (ids.includes(configId)) return;
  const known = ids.length === 0 ? 'none' : ids.join(', ');
  throw new Error(`The agent has no config option ${JSON.stringify(configId)}; it has ${known}.`);
}

/** Something that was said in a conversation. */
export interface Said {
  /** What has said it. */
  readonly role: 'user' | 'assistant' | 'tool';
  /** The words; what has none is left out. */
  readonly text: string;
}

const speakers = { user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

/** What was said before, for the first prompt of an agent that was not part of it; nothing if nothing was said. */
export function historyBlocks(history: readonly Said[]): readonly ContentBlock[] {
  const lines = history.filter((said) => said.text !== '').map((said) => `${speakers[said.role]}: ${said.text}`);
  return lines.length === 0 ? [] : [text(`This is the conversation so far:\n\n${lines.join('\n\n')}`)];
}
