/**
 * What the client has of each message.
 *
 * A client of version 1 can only be given more; so a whole message is compared with what was sent before. Messages that were forgotten to
 * make room are still known to have been sent.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import type { BridgeLimits } from '../limits.ts';
import { appendBlock, segmentsAfter, segmentsOf, type Segment } from './message-content.ts';

/** Who speaks, as the tags of updates say it. */
export type MessageKind = 'user_message' | 'agent_message' | 'agent_thought';

interface Sent {
  /** Undefined when it was too much to keep. */
  segments: Segment[] | undefined;
  size: number;
}

/** What is still to be sent of a whole message, or why that cannot be said. */
export type Missing =
  | { readonly kind: 'blocks'; readonly blocks: readonly v1.ContentBlock[] }
  | { readonly kind: 'differs' }
  | { readonly kind: 'forgotten' };

export class SentMessages {
  readonly #limits: Pick<BridgeLimits, 'messageCharacters' | 'remembered'>;
  readonly #messages = new Map<string, Sent>();
  #size = 0;

  constructor(limits: Pick<BridgeLimits, 'messageCharacters' | 'remembered'>) {
    this.#limits = limits;
  }

  has(kind: MessageKind, messageId: string): boolean {
    return this.#messages.has(keyOf(kind, messageId));
  }

  /** The client gets one more block of a message. */
  append(kind: MessageKind, messageId: string, block: v1.ContentBlock): void {
    const key = keyOf(kind, messageId);
    let sent = this.#messages.get(key);
    if (sent === undefined) {
      sent = { segments: [], size: 0 };
      this.#messages.set(key, sent);
      this.#forgetOldest();
    }
    if (sent.segments === undefined) return;
    appendBlock(sent.segments, block);
    const size = sizeOf(block);
    sent.size += size;
    this.#size += size;
    if (this.#size > this.#limits.messageCharacters) this.#makeRoom();
  }

  /** What the client lacks of the message whose whole content is `content`. */
  missing(kind: MessageKind, messageId: string, content: readonly v1.ContentBlock[]): Missing {
    const sent = this.#messages.get(keyOf(kind, messageId));
    if (sent === undefined) return { kind: 'blocks', blocks: content };
    if (sent.segments === undefined) return { kind: 'forgotten' };
    if (sent.segments.length === 0) return { kind: 'blocks', blocks: content };
    const rest = segmentsAfter(sent.segments, segmentsOf(content));
    return rest === undefined ? { kind: 'differs' } : { kind: 'blocks', blocks: rest.map(blockOf) };
  }

  clear(): void {
    this.#messages.clear();
    this.#size = 0;
  }

  #forgetOldest(): void {
    if (this.#messages.size <= this.#limits.remembered) return;
    const [oldest] = this.#messages;
    if (oldest === undefined) return;
    this.#messages.delete(oldest[0]);
    this.#size -= oldest[1].size;
  }

  #makeRoom(): void {
    for (const sent of this.#messages.values()) {
      if (this.#size <= this.#limits.messageCharacters) return;
      if (sent.segments === undefined) continue;
      sent.segments = undefined;
      this.#size -= sent.size;
      sent.size = 0;
    }
  }
}

const keyOf = (kind: MessageKind, messageId: string): string => `${kind}:${messageId}`;

const blockOf = (segment: Segment): v1.ContentBlock =>
  typeof segment === 'string' ? { type: 'text', text: segment } : (segment as v1.ContentBlock);

function sizeOf(block: v1.ContentBlock): number {
  return block.type === 'text' ? block.text.length : JSON.stringify(block).length;
}
