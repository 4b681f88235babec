/** One prompt from its request to the end of its work, in either version. */
import type { Conversation } from '../conversation/conversation.ts';
import { fieldsOf, type Fields, type Reply } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';

/** A prompt whose work is over. */
export interface PromptRun {
  readonly sessionId: string;
  /** The id of the request. */
  readonly id: string;
  readonly reply: Reply;
  /** Why the work ended; undefined if the agent did not say. */
  readonly stopReason: unknown;
  /** The updates of the session since the prompt, in order. */
  readonly updates: readonly Fields[];
  /** The place in the log before the prompt. */
  readonly since: number;
}

/** A prompt whose work goes on. */
export interface StartedPrompt {
  readonly id: string;
  readonly since: number;
  /** Whether the work is over. */
  isOver(): boolean;
  /** Resolves when the work is over. */
  end(limit?: number): Promise<PromptRun>;
}

/** Sends a prompt and does not wait. */
export function startPrompt(
  conversation: Conversation,
  version: Version,
  request: { readonly sessionId: string; readonly prompt: readonly Fields[]; readonly more?: Fields },
): StartedPrompt {
  const { sessionId, prompt, more = {} } = request;
  const since = conversation.log.length;
  const id = conversation.begin('session/prompt', { sessionId, prompt, ...more });
  return {
    id,
    since,
    isOver: () => isOver[version](conversation, { id, sessionId, since }),
    end: async (limit = conversation.limit) => {
      const reply = await conversation.reply(id, 'session/prompt was not answered', limit);
      const stopReason = await ends[version](conversation, { sessionId, since, reply, limit });
      return { sessionId, id, reply, stopReason, since, updates: conversation.updates(sessionId, [], since) };
    },
  };
}

interface Run {
  readonly sessionId: string;
  readonly since: number;
  readonly reply: Reply;
  readonly limit: number;
}

type End = (conversation: Conversation, run: Run) => Promise<unknown>;

/** Version 1 ends with the response; version 2 with the state `idle` after the work. */
const ends: Readonly<Record<Version, End>> = {
  1: (_, { reply }) => Promise.resolve(fieldsOf(reply.result)['stopReason']),
  2: async (conversation, { sessionId, since, reply, limit }) => {
    if (reply.error !== undefined) return undefined;
    const idle = await conversation.until(
      () => idleAfterWork(conversation.updates(sessionId, ['state_update'], since)),
      'no state_update with idle arrived after the prompt',
      limit,
    );
    return idle['stopReason'];
  },
};

type IsOver = (
  conversation: Conversation,
  run: { readonly id: string; readonly sessionId: string; readonly since: number },
) => boolean;

const isOver: Readonly<Record<Version, IsOver>> = {
  1: (conversation, { id }) => conversation.replyTo(id) !== undefined,
  2: (conversation, { id, sessionId, since }) =>
    conversation.replyTo(id)?.error !== undefined ||
    idleAfterWork(conversation.updates(sessionId, ['state_update'], since)) !== undefined,
};

function idleAfterWork(states: readonly Fields[]): Fields | undefined {
  const start = states.findIndex(({ state }) => state !== 'idle');
  if (start === -1) return states.find(({ state, stopReason }) => state === 'idle' && typeof stopReason === 'string');
  return states.slice(start).find(({ state }) => state === 'idle');
}
