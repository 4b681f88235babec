/**
 * What the client has of each message.
 *
 * A message of version 1 can only grow, so a whole message is compared with what was sent before. Messages that were
 * forgotten to make room are still known to have been sent.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import type { BridgeLimits } from '../options/limits.ts';
import { isBareText, segmentsAfter, segmentsOf, type Segment } from './message-content.ts';

/** The kind of a message, as the tags of updates name it. */
export type MessageKind = 'user_message' | 'agent_message' | 'agent_thought';

interface Sent {
  /** The blocks as they were sent, plain text as strings; undefined if it was too much to keep. */
  blocks: Segment[] | undefined;
  size: number;
  /**
   * The number of blocks at which consecutive texts are joined, because many small pieces need more memory than their
   * characters.
   */
  joinedAt: number;
}

/** What is still to be sent of a whole message, or why that is unknown. */
export type Missing =
  | { readonly kind: 'blocks'; readonly blocks: readonly v1.ContentBlock[] }
  | { readonly kind: 'differs' }
  | { readonly kind: 'forgotten' };

/** How many more pieces of a message are kept before they are joined. */
const maxPieces = 1024;

export class SentMessages {
  readonly #limits: Pick<BridgeLimits, 'messageCharacters' | 'remembered'>;
  readonly #messages: Readonly<Record<MessageKind, Map<string, Sent>>> = {
    user_message: new Map(),
    agent_message: new Map(),
    agent_thought: new Map(),
  };
  /** The last message; usually the next chunk continues it. */
  #latest: Sent | undefined;
  #latestKind: MessageKind | undefined;
  #latestId: string | undefined;
  #size = 0;

  constructor(limits: Pick<BridgeLimits, 'messageCharacters' | 'remembered'>) {
    this.#limits = limits;
  }

  /** Notes one more block of a message. */
  append(kind: MessageKind, messageId: string, block: v1.ContentBlock): void {
    if (isBareText(block)) this.appendText(kind, messageId, block.text);
    else this.#add(this.#find(kind, messageId), block, JSON.stringify(block).length);
  }

  /** Notes one more block of a message that is only text. */
  appendText(kind: MessageKind, messageId: string, text: string): void {
    this.#add(this.#find(kind, messageId), text, text.length);
  }

  /** Returns what the client lacks of the message whose whole content is `content`. */
  missing(kind: MessageKind, messageId: string, content: readonly v1.ContentBlock[]): Missing {
    const sent = this.#messages[kind].get(messageId);
    if (sent === undefined) return { kind: 'blocks', blocks: content };
    if (sent.blocks === undefined) return { kind: 'forgotten' };
    const segments = segmentsOf(sent.blocks);
    if (segments.length === 0) return { kind: 'blocks', blocks: content };
    const rest = segmentsAfter(segments, segmentsOf(content));
    return rest === undefined ? { kind: 'differs' } : { kind: 'blocks', blocks: rest.map(blockOf) };
  }

  clear(): void {
    for (const messages of Object.values(this.#messages)) messages.clear();
    this.#latest = undefined;
    this.#size = 0;
  }

  #add(sent: Sent, segment: Segment, size: number): void {
    if (sent.blocks === undefined) return;
    sent.blocks.push(segment);
    sent.size += size;
    this.#size += size;
    if (sent.blocks.length > sent.joinedAt) {
      sent.blocks = segmentsOf(sent.blocks);
      sent.joinedAt = sent.blocks.length + maxPieces;
    }
    if (this.#size > this.#limits.messageCharacters) this.#makeRoom();
  }

  #find(kind: MessageKind, messageId: string): Sent {
    if (this.#latest !== undefined && this.#latestId === messageId && this.#latestKind === kind) return this.#latest;
    const messages = this.#messages[kind];
    let sent = messages.get(messageId);
    if (sent === undefined) {
      sent = { blocks: [], size: 0, joinedAt: maxPieces };
      messages.set(messageId, sent);
      this.#forgetOldest(messages);
    }
    this.#latest = sent;
    this.#latestKind = kind;
    this.#latestId = messageId;
    return sent;
  }

  /** The limit applies to each kind of message. */
  #forgetOldest(messages: Map<string, Sent>): void {
    if (messages.size <= this.#limits.remembered) return;
    const [oldest] = messages;
    if (oldest === undefined) return;
    messages.delete(oldest[0]);
    this.#latest = undefined;
    this.#size -= oldest[1].size;
  }

  #makeRoom(): void {
    for (const messages of Object.values(this.#messages)) {
      for (const sent of messages.values()) {
        if (this.#size <= this.#limits.messageCharacters) return;
        if (sent.blocks === undefined) continue;
        sent.blocks = undefined;
        this.#size -= sent.size;
        sent.size = 0;
      }
    }
  }
}

const blockOf = (segment: Segment): v1.ContentBlock =>
  typeof segment === 'string' ? { type: 'text', text: segment } : (segment as v1.ContentBlock);
