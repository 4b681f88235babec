/** The messages that a scenario injects into a session, and what becomes of them. */
import type { Conversation } from '../conversation/conversation.ts';
import { Unreachable } from '../conversation/failure.ts';
import { fieldsOf, type Fields, type Reply } from '../conversation/message.ts';
import type { AgentFacts } from './agent-facts.ts';
import type { AgentStage } from './agent-stage.ts';

/** What an agent offers about injected messages. */
export interface InjectOffer {
  readonly modes: readonly unknown[];
  readonly steerInStream: unknown;
  readonly canReplace: boolean;
}

/** The offer among the capabilities of an agent, in either spelling. */
export function injectOffer(agent: AgentFacts): InjectOffer {
  const { modes, steerInStream, steer_in_stream: older, pending } = fieldsOf(agent.session['inject']);
  const { replace } = fieldsOf(pending);
  return {
    modes: Array.isArray(modes) ? modes : [],
    steerInStream: steerInStream ?? older,
    canReplace: replace !== undefined && replace !== null && replace !== false,
  };
}

/** Says that a mode is not offered. */
export function needsMode(mode: 'queue' | 'steer'): (agent: AgentFacts) => string | undefined {
  return (agent) => {
    if (!agent.offersInSession('inject')) return 'It does not offer session/inject.';
    return injectOffer(agent).modes.includes(mode)
      ? undefined
      : `It does not offer the mode ${mode} of session/inject.`;
  };
}

const deliveries = new Set<unknown>(['user_message', 'user_message_chunk']);

export class InjectedMessages {
  readonly sessionId: string;
  readonly #stage: AgentStage;
  readonly #conversation: Conversation;
  readonly #since: number;

  constructor(stage: AgentStage, conversation: Conversation, sessionId: string) {
    this.#stage = stage;
    this.#conversation = conversation;
    this.sessionId = sessionId;
    this.#since = conversation.log.length;
  }

  /** A message that asks for little work, and can be told from others by its marker. */
  content(marker: string): readonly Fields[] {
    return [...this.#stage.blocks('say'), { type: 'text', text: `marker-${marker}` }];
  }

  /** Sends `session/inject`, and returns its id at once. */
  begin(mode: string, content: readonly Fields[]): string {
    return this.#conversation.begin('session/inject', { sessionId: this.sessionId, mode, content });
  }

  async inject(mode: string, content: readonly Fields[]): Promise<Reply> {
    return this.#conversation.reply(this.begin(mode, content), 'session/inject was not answered');
  }

  /** Injects a message that the agent has to accept, and returns its id. */
  async accepted(mode: string, marker: string): Promise<string> {
    const { result, error } = await this.inject(mode, this.content(marker));
    const { messageId } = fieldsOf(result);
    if (typeof messageId === 'string') return messageId;
    throw new Unreachable(`session/inject returned no messageId: ${error?.message ?? JSON.stringify(result)}`);
  }

  async revoke(messageId: string): Promise<Reply> {
    return this.#conversation.request('session/revoke_inject', { sessionId: this.sessionId, messageId });
  }

  async replace(messageId: string, marker: string): Promise<Reply> {
    const content = this.content(marker);
    return this.#conversation.request('session/replace_inject', { sessionId: this.sessionId, messageId, content });
  }

  /** The updates of the session since the beginning, or since a place in the log. */
  updates(since: number = this.#since): readonly Fields[] {
    return this.#conversation.updates(this.sessionId, [], since);
  }

  /** Where among the updates the message was delivered; -1 if it was not. */
  place(messageId: string): number {
    return this.updates().findIndex((update) => isDelivery(update) && update['messageId'] === messageId);
  }

  /** What was delivered with this id. */
  words(messageId: string): string {
    const parts = this.updates().filter((update) => isDelivery(update) && update['messageId'] === messageId);
    return JSON.stringify(parts.map(({ content }) => content));
  }

  /** The deliveries that contain a marker. */
  deliveriesOf(marker: string, since: number = this.#since): readonly Fields[] {
    return this.updates(since).filter(
      (update) => isDelivery(update) && JSON.stringify(update['content']).includes(`marker-${marker}`),
    );
  }

  /** How often the session has become idle. */
  get rests(): number {
    return this.updates().filter(isRest).length;
  }

  /** Waits until all messages are delivered, or the session has become idle often enough for that. */
  async settle(messageIds: readonly string[], rests: number): Promise<void> {
    await this.#conversation.until(
      () => messageIds.every((id) => this.place(id) !== -1) || this.rests >= rests,
      'accepted messages were not delivered',
    );
  }
}

/** Whether an update is a part of a message of the user. */
export const isDelivery = ({ sessionUpdate }: Fields): boolean => deliveries.has(sessionUpdate);

/** Whether an update says that no work runs. */
export const isRest = ({ sessionUpdate, state }: Fields): boolean =>
  sessionUpdate === 'state_update' && state === 'idle';
