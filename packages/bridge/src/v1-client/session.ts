/** What the bridge remembers of one session of a version 1 client. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { blocksToV1 } from '../convert/content.ts';
import { Plans } from './plans.ts';
import { Prompts } from './prompts.ts';
import type { ConnectionHub } from './connection.ts';
import { SentMessages } from './sent-messages.ts';
import { ToolCalls } from './tool-calls.ts';

export class Session {
  readonly id: string;
  readonly prompts: Prompts;
  readonly messages: SentMessages;
  readonly toolCalls: ToolCalls;
  readonly plans: Plans;
  /** When the talk last came to it; the higher the later. */
  lastTurn = 0;
  /** The settings as the agent reported them last. */
  options: readonly v2.SessionConfigOption[] | undefined;
  readonly #hub: ConnectionHub;

  constructor(hub: ConnectionHub, id: string) {
    const { limits } = hub;
    this.#hub = hub;
    this.id = id;
    this.messages = new SentMessages(limits);
    this.toolCalls = new ToolCalls({
      c: hub,
      limits,
      tell: (update) => {
        this.tell(update);
      },
    });
    this.plans = new Plans(limits.remembered);
    this.prompts = new Prompts(hub, this);
  }

  /** Bytes that are kept of its tool calls. */
  get toolBytes(): number {
    const { content, terminals } = this.toolCalls.size;
    return content + terminals;
  }

  /** Tells the client; what `original` has beside its update is told again. */
  tell(update: v1.SessionUpdate, original?: v2.SessionNotification): void {
    this.#hub.tellClient('session/update', { ...original, sessionId: this.id, update });
  }

  /** Sends what was held back to be joined. */
  flush(): void {
    if (this.toolCalls.hasPending) this.#attempt(() => this.toolCalls.flush());
  }

  /** Sends all that the client lacks. */
  complete(): void {
    if (!this.toolCalls.isTold) this.#attempt(() => this.toolCalls.complete());
  }

  /** Nothing more is told: what the client has not seen by now is lost. */
  end(): void {
    this.complete();
    this.#attempt(() => this.toolCalls.tellUnshown());
  }

  /** The client forgets what it has of the session, because it is about to be told everything again. */
  startOver(): void {
    this.flush();
    this.messages.clear();
    this.toolCalls.clear();
    this.prompts.forgetEchoes();
  }

  /** Tells a message of another client that looked like an echo. */
  releaseMessage(messageId: string, blocks: readonly v2.ContentBlock[]): void {
    for (const content of blocksToV1(blocks, this.#hub)) {
      this.messages.append('user_message', messageId, content);
      this.tell({ sessionUpdate: 'user_message_chunk', messageId, content });
    }
  }

  /** What was held back is news of the agent, whoever caused it to be sent. */
  #attempt(work: () => void): void {
    this.#hub.attempt({ from: 'agent', method: 'session/update', sessionId: this.id }, work);
  }
}
