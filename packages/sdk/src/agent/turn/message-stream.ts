/**
 * Messages or thoughts of the agent while they are written.
 *
 * Text that follows a tool call, or anything else that is shown between, is a message of its own with a new id.
 */
import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { bindMethods } from '../../shared/bound-methods.ts';
import type { TextBreaks } from './text-breaks.ts';

type Send = (update: SessionUpdate) => Promise<void>;

export interface MessageStreamOptions {
  readonly kind: 'message' | 'thought';
  readonly breaks: Pick<TextBreaks, 'count'>;
  /** Makes the id of a message. */
  readonly nextId: () => string;
  readonly send: Send;
}

const chunks = { message: 'agent_message_chunk', thought: 'agent_thought_chunk' } as const;
const wholes = { message: 'agent_message', thought: 'agent_thought' } as const;

/**
 * Writes messages or thoughts. Calls may be awaited until more can be sent, but need not be.
 *
 * After a tool call, a plan or a question, `append` begins a new message.
 */
export class MessageStream {
  static {
    bindMethods(this);
  }

  readonly #options: MessageStreamOptions;
  #messageId: string;
  /** The number of breaks when the message began. */
  #breaks = 0;
  #isEmpty = true;

  constructor(options: MessageStreamOptions) {
    this.#options = options;
    this.#messageId = options.nextId();
  }

  /** The id of the message that is written. */
  get messageId(): string {
    return this.#messageId;
  }

  /** Whether nothing was written yet. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Appends text or a block; the first one after a tool call, a plan or a question begins a new message. */
  append(content: string | ContentBlock): Promise<void> {
    const { kind, nextId } = this.#options;
    if (!this.#isEmpty && this.#breaksNow !== this.#breaks) {
      this.#messageId = nextId();
      this.#isEmpty = true;
    }
    const block: ContentBlock = typeof content === 'string' ? { type: 'text', text: content } : content;
    return this.#write({ sessionUpdate: chunks[kind], messageId: this.#messageId, content: block });
  }

  /** Replaces the content of the message that was written last. */
  replace(content: string | readonly ContentBlock[]): Promise<void> {
    const blocks: readonly ContentBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return this.#write({
      sessionUpdate: wholes[this.#options.kind],
      messageId: this.#messageId,
      content: blocks,
    });
  }

  get #breaksNow(): number {
    return this.#options.breaks.count;
  }

  #write(update: SessionUpdate): Promise<void> {
    if (this.#isEmpty) this.#breaks = this.#breaksNow;
    this.#isEmpty = false;
    return this.#options.send(update);
  }
}
