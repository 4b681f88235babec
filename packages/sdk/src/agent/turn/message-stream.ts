/** One message or thought of the agent while it is written. */
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

/** Writes one message or thought. Calls may be awaited until more can be sent, but need not be. */
export class MessageStream {
  static {
    bindMethods(this);
  }

  /** The id of the message. */
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

  /** Appends text or a block. */
  append(content: string | ContentBlock): Promise<void> {
    this.#isEmpty = false;
    const block: ContentBlock = typeof content === 'string' ? { type: 'text', text: content } : content;
    return this.#send({ sessionUpdate: chunks[this.#kind], messageId: this.messageId, content: block });
  }

  /** Replaces the content so far. */
  replace(content: string | readonly ContentBlock[]): Promise<void> {
    this.#isEmpty = false;
    const blocks: readonly ContentBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return this.#send({ sessionUpdate: wholes[this.#kind], messageId: this.messageId, content: blocks });
  }
}
