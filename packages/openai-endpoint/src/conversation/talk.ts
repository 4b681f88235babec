/** A session of an agent, and the conversation that it remembers. */
import type { ClientConnection, ClientSession, ContentBlock } from '@acp-stack/sdk';
import { text } from '@acp-stack/sdk';

import type { ServedAgent } from '../options/openai-options.ts';
import { transcriptOf, type Asked } from '../request/asked.ts';

/** Whose conversation it is, and with which agent. */
export interface Scope {
  readonly principal: string;
  readonly model: string;
}

/** An open session. */
export interface Talk extends Scope {
  readonly session: ClientSession;
  /** The name that the client gave the conversation. */
  readonly name: string | undefined;
  /** The instructions that the agent was given. */
  system: string;
  /** The digest of what was said, by which an unnamed conversation is found again. */
  digest: string | undefined;
  /** The id of the last answer. */
  lastAnswer: string | undefined;
  isBusy: boolean;
}

/** Opens a session for a conversation, and sets its config options. */
export async function openSession(
  connection: ClientConnection,
  { cwd, mcpServers = [], config = {} }: ServedAgent,
  system: string,
): Promise<ClientSession> {
  const systemPrompt = { mode: 'append' as const, content: [text(system)] };
  const session = await connection.newSession({
    cwd,
    mcpServers,
    ...(system !== '' && connection.supports('session.systemPrompt') ? { systemPrompt } : {}),
  });
  for (const [configId, value] of Object.entries(config)) await session.setConfigOption(configId, value);
  return session;
}

/** What the session of a talk is prompted with: the news, and before them what it does not know yet. */
export function promptOf(talk: Talk, asked: Asked, isNew: boolean): readonly ContentBlock[] {
  const { system, history, news } = asked;
  const isTold = isNew ? talk.session.supports('systemPrompt') : talk.system === system;
  talk.system = system;
  return [
    ...(system === '' || isTold ? [] : [text(system)]),
    ...(isNew && history.length > 0 ? [text(transcriptOf(history))] : []),
    ...news,
  ];
}
