/**
 * The sessions that are open, and which of them a request continues.
 *
 * A conversation with a name continues its session. One without a name is found again by what was said in it, because
 * clients send the whole conversation with every request. A session that works is given to no other request, and beyond
 * the limit the one that was used least recently is closed; the agent may still have it.
 */
import { RecentSessions, type Said } from '@acp-stack/sdk';

import { digest } from '../access/keys.ts';
import { OpenaiError } from '../errors/openai-error.ts';
import type { Asked } from '../request/asked.ts';
import type { Conversation, Scope } from './conversation.ts';

export class Conversations {
  readonly #conversations: RecentSessions<Conversation>;
  /** The named conversations whose session is being opened. */
  readonly #opening = new Set<string>();

  constructor(limit: number) {
    this.#conversations = new RecentSessions({ limit, isBusy: ({ isBusy }) => isBusy });
  }

  /** Takes the conversation that `asked` continues, or the one that `open` makes; it is busy until its work is over. */
  async take(
    scope: Scope,
    asked: Asked,
    open: () => Promise<Conversation['session']>,
  ): Promise<readonly [Conversation, boolean]> {
    const { conversationName: name, system, history, previous } = asked;
    const before = name === undefined && history.length > 0 ? await digestOf(scope, history) : undefined;
    const isContinued = (known: Conversation): boolean => {
      if (known.principal !== scope.principal || known.model !== scope.model || known.session.isClosed) return false;
      if (previous !== undefined) return known.lastAnswer === previous;
      if (name !== undefined) return known.name === name;
      return before !== undefined && known.digest === before && !known.isBusy;
    };
    const known = this.#conversations.all.findLast(isContinued);
    if (known === undefined && previous !== undefined) throw unknownAnswer(previous);
    if (known !== undefined) {
      if (known.isBusy) throw busy(name);
      this.#use(known);
      return [known, false];
    }
    const key = JSON.stringify([scope.principal, scope.model, name]);
    if (name !== undefined && this.#opening.has(key)) throw busy(name);
    this.#opening.add(key);
    try {
      const conversation = {
        ...scope,
        name,
        session: await open(),
        system,
        digest: undefined,
        lastAnswer: undefined,
        isBusy: true,
      };
      this.#use(conversation);
      return [conversation, true];
    } finally {
      this.#opening.delete(key);
    }
  }

  /** The session has answered: `said` is the whole conversation as the client knows it. */
  async remember(conversation: Conversation, answer: string, said: readonly Said[]): Promise<void> {
    conversation.lastAnswer = answer;
    conversation.digest = await digestOf(conversation, said);
  }

  #use(used: Conversation): void {
    used.isBusy = true;
    this.#conversations.use(used);
  }
}

const unknownAnswer = (id: string): OpenaiError =>
  new OpenaiError(
    400,
    `There is no conversation whose last answer is ${id}: a conversation goes on from its last answer, while its session is open. Send the messages instead.`,
    { param: 'previous_response_id', code: 'previous_response_not_found' },
  );

const busy = (name: string | undefined): OpenaiError =>
  new OpenaiError(
    409,
    `The agent still works on another request of the conversation ${JSON.stringify(name)}; wait for that one.`,
    { code: 'conversation_busy' },
  );

/** Equal for equal conversations, whatever a client has done to the space around a message. */
function digestOf({ principal, model }: Scope, said: readonly Said[]): Promise<string> {
  return digest(JSON.stringify([principal, model, ...said.map(({ role, text }) => [role, text.trim()])]));
}
