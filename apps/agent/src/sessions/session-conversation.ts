/**
 * The conversation of a session with a model, and what is kept of it beside the words: what it has used, and which prompts were refused.
 *
 * After a restart a model is told what it would have been told without one.
 */
import type { AgentSession, SessionUpdate, Turn } from '@acp-stack/sdk';

import { messagesFromHistory } from '../model/history.ts';
import type { Conversation, ModelMessage } from '../model/message.ts';

/** What is known about a session, beside what the SDK knows. */
interface KeptFacts {
  readonly read: () => Promise<Readonly<Record<string, unknown>>>;
  readonly keep: (facts: Readonly<Record<string, unknown>>) => Promise<void>;
}

export interface SessionConversationInit {
  readonly session: AgentSession;
  /** What was said before. */
  readonly history: () => AsyncIterable<SessionUpdate>;
  readonly facts: KeptFacts;
}

/** Messages of refused prompts that are kept in mind. */
const mostRefused = 500;

export class SessionConversation {
  readonly #init: SessionConversationInit;
  #conversation: Conversation | undefined;
  #keptUsage = '';

  constructor(init: SessionConversationInit) {
    this.#init = init;
  }

  /** The conversation so far; that of an earlier process is brought back from what was stored. */
  async recall(): Promise<Conversation> {
    this.#conversation ??= await this.#restored();
    this.#conversation.messages = this.#conversation.messages.map(settled);
    return this.#conversation;
  }

  /** Keeps what the conversation has used and cost, if that has changed; figures that cannot be kept do not stop the work. */
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

  /** The prompt of a turn was refused: it, and what came of it, is not told to a model again. */
  async refuse({ messageId }: Turn): Promise<void> {
    const { session, history, facts } = this.#init;
    if (messageId === undefined) return;
    await session.flush();
    // With the prompt itself come the messages that steered the turn.
    const refused: string[] = [];
    for await (const update of history()) {
      const id = userMessageIn(update);
      if (id !== undefined && (id === messageId || refused.length > 0)) refused.push(id);
    }
    const { refused: before } = await facts.read();
    await facts.keep({ refused: [...new Set([...stringsIn(before), ...refused])].slice(-mostRefused) });
  }

  async #restored(): Promise<Conversation> {
    const { session, history, facts } = this.#init;
    await session.flush();
    const { usage, refused } = await facts.read();
    const messages = await messagesFromHistory(withoutRefused(history(), new Set(stringsIn(refused))));
    // The prompt that is being answered is stored already; it is told with everything that came with it.
    const isAsked = messages.at(-1)?.role === 'user';
    return { messages: isAsked ? messages.slice(0, -1) : messages, ...usageIn(usage, session.id) };
  }
}

/** Thoughts, and what a service adds to calls, hold for the turn in which they came. */
function settled(message: ModelMessage): ModelMessage {
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

/** What was said, without the refused prompts and what came of them; a summary that was made meanwhile stays. */
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

/** The id of the message of the user that an update tells. */
function userMessageIn(update: SessionUpdate): string | undefined {
  const isOfUser = update.sessionUpdate === 'user_message' || update.sessionUpdate === 'user_message_chunk';
  return isOfUser && typeof update.messageId === 'string' ? update.messageId : undefined;
}

const stringsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** A fork goes on with the tokens of its origin; what that has cost is not its own. */
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
