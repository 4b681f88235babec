/**
 * The conversation of a session with a model, and what is stored about it: its usage, and which prompts were refused.
 *
 * After a restart a model gets the same conversation as without one.
 */
import type { AgentSession, SessionUpdate, Turn } from '@acp-stack/sdk';

import { messagesFromHistory } from '../model/history.ts';
import type { Conversation, ModelMessage } from '../model/message.ts';

/** Reads and stores metadata of the session that the SDK does not know. */
interface MetadataAccess {
  readonly read: () => Promise<Readonly<Record<string, unknown>>>;
  readonly keep: (facts: Readonly<Record<string, unknown>>) => Promise<void>;
}

export interface SessionConversationInit {
  readonly session: AgentSession;
  /** The updates so far. */
  readonly history: () => AsyncIterable<SessionUpdate>;
  readonly facts: MetadataAccess;
}

/** How many messages of refused prompts are remembered. */
const maxRefused = 500;

export class SessionConversation {
  readonly #init: SessionConversationInit;
  #conversation: Conversation | undefined;
  #keptUsage = '';

  constructor(init: SessionConversationInit) {
    this.#init = init;
  }

  /** The conversation so far; after a restart it is restored from the store. */
  async recall(): Promise<Conversation> {
    this.#conversation ??= await this.#restore();
    this.#conversation.messages = this.#conversation.messages.map(withoutTurnData);
    return this.#conversation;
  }

  /** How full the context is and what the session has cost, as far as known. */
  async usage(): Promise<Pick<Conversation, 'usedTokens' | 'cost'>> {
    const { session, facts } = this.#init;
    return this.#conversation ?? usageIn((await facts.read())['usage'], session.id);
  }

  /** Stores usage and cost if they have changed; a failure does not stop the turn. */
  async keepUsage(): Promise<void> {
    const { usedTokens, cost } = this.#conversation ?? {};
    if (usedTokens === undefined && cost === undefined) return;
    const usage = { of: this.#init.session.id, usedTokens, cost };
    const text = JSON.stringify(usage);
    if (text === this.#keptUsage) return;
    this.#keptUsage = text;
    await this.#init.facts.keep({ usage }).catch(() => {
      this.#keptUsage = '';
    });
  }

  /** Marks the prompt of a turn as refused: it and the answer are not sent to a model again. */
  async refuse({ messageId }: Turn): Promise<void> {
    const { session, history, facts } = this.#init;
    if (messageId === undefined) return;
    await session.flush();
    // The messages that steered the turn belong to the prompt.
    const refused: string[] = [];
    for await (const update of history()) {
      const id = userMessageIn(update);
      if (id !== undefined && (id === messageId || refused.length > 0)) refused.push(id);
    }
    const { refused: before } = await facts.read();
    await facts.keep({ refused: [...new Set([...stringsIn(before), ...refused])].slice(-maxRefused) });
  }

  async #restore(): Promise<Conversation> {
    const { session, history, facts } = this.#init;
    await session.flush();
    const { usage, refused } = await facts.read();
    const messages = await messagesFromHistory(withoutRefused(history(), new Set(stringsIn(refused))));
    // The current prompt is already stored; it is added with its context later.
    const endsWithPrompt = messages.at(-1)?.role === 'user';
    return { messages: endsWithPrompt ? messages.slice(0, -1) : messages, ...usageIn(usage, session.id) };
  }
}

/** Thoughts and the metadata of calls are valid only in their turn. */
function withoutTurnData(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant') return message;
  const content = message.content
    .filter((part) => part.type !== 'thought')
    .map((part) => {
      if (part.type !== 'tool-call') return part;
      const { type, id, name, input } = part;
      return { type, id, name, input };
    });
  return { ...message, content };
}

/** The conversation without refused prompts and their answers; a summary that was made meanwhile stays. */
async function* withoutRefused(
  updates: AsyncIterable<SessionUpdate>,
  refused: ReadonlySet<string>,
): AsyncIterable<SessionUpdate> {
  let isRefused = false;
  for await (const update of updates) {
    const id = userMessageIn(update);
    if (id !== undefined) isRefused = refused.has(id);
    if (!isRefused || update.sessionUpdate.startsWith('compaction_')) yield update;
  }
}

/** The id of the user message that an update belongs to. */
function userMessageIn(update: SessionUpdate): string | undefined {
  const isOfUser = update.sessionUpdate === 'user_message' || update.sessionUpdate === 'user_message_chunk';
  return isOfUser && typeof update.messageId === 'string' ? update.messageId : undefined;
}

const stringsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** A fork keeps the token count of its origin, but not its cost. */
function usageIn(value: unknown, sessionId: string): Pick<Conversation, 'usedTokens' | 'cost'> {
  const { of, usedTokens, cost } = Object(value) as Readonly<Record<string, unknown>>;
  const { amount, currency } = Object(cost) as Readonly<Record<string, unknown>>;
  return {
    ...(typeof usedTokens === 'number' ? { usedTokens } : {}),
    ...(of === sessionId && typeof amount === 'number' && typeof currency === 'string'
      ? { cost: { amount, currency } }
      : {}),
  };
}
