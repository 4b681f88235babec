/** One message of the agent, or one thought, while it is written. */
import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { bindMethods } from '../../shared/bound-methods.ts';

type Send = (update: SessionUpdate) => Promise<void>;

export interface MessageStreamOptions {
  readonly messageId: string;
  readonly kind: 'message' | 'thought';
  readonly send: Send;
}

const chunks = { message: 'agent_message_chunk', thought: 'agent_thought_chunk' } as const;
const wholes = { message: 'agent_message', thought: 'agent_thought' } as const;

/** Writes to one message. Each call may be awaited, which waits until more can be sent; it need not be. */
export class MessageStream {
  static {
    bindMethods(this);
  }

  /** The id of the message that is being said. */
  readonly messageId: string;
  readonly #kind: 'message' | 'thought';
  readonly #send: Send;
  #isEmpty = true;

  constructor({ messageId, kind, send }: MessageStreamOptions) {
    this.messageId = messageId;
    this.#kind = kind;
    this.#send = send;
  }

  /** Whether nothing was written yet. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Adds text or a block at the end. */
  append(content: string | ContentBlock): Promise<void> {
    this.#isEmpty = false;
    const block: ContentBlock = typeof content === 'string' ? { type: 'text', text: content } : content;
    return this.#send({ sessionUpdate: chunks[this.#kind], messageId: this.messageId, content: block });
  }

  /** Replaces everything written so far (LIFE-17). */
  replace(content: string | readonly ContentBlock[]): Promise<void> {
    this.#isEmpty = false;
    const blocks: readonly ContentBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return this.#send({ sessionUpdate: wholes[this.#kind], messageId: this.messageId, content: blocks });
  }
}
