/**
 * The ids of the messages of one session, for an agent that gives none.
 *
 * Version 1 tells messages apart by the tag of their chunks: a chunk without an id continues the message before it when that has the same tag
 * (TURN-05). A new tool call ends a message, as another tag does: it is shown below what was said before it, and above what is said after it. News
 * of a tool call that is known, plans and the like do not; a new prompt does.
 *
 * What is replayed gets the same ids each time, as long as it is the same: they are made from the session, the place in its history and how the
 * message begins. So a client that loads a session twice knows again what it has. What is said for the first time has no known place, for the
 * history before it may not have been replayed.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import { blobId } from '../patch/git-blob.ts';
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';

type ChunkTag = 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk';

/** A piece of a message, as version 1 sends it. */
export type Chunk = v1.SessionUpdateVariants[ChunkTag];

/** How many tool calls of one replay are told apart. */
const mostReplayedCalls = 10_000;

export class MessageIds {
  readonly #source: Pick<RuleContext<V2, V1>, 'mintId'>;
  readonly #sessionId: string;
  #current: { readonly tag: ChunkTag; readonly id: string } | undefined;
  /** How many messages were replayed; undefined while nothing is. */
  #replayed: number | undefined;
  /** The tool calls that were replayed. What was known of them before must not matter, or another replay would get other ids. */
  #replayedCalls: Set<string> | undefined;

  constructor(source: Pick<RuleContext<V2, V1>, 'mintId'>, sessionId: string) {
    this.#source = source;
    this.#sessionId = sessionId;
  }

  /** The id of the message that `chunk` belongs to. */
  of(chunk: Chunk): string {
    const { sessionUpdate: tag, messageId } = chunk;
    const continues = this.#current?.tag === tag;
    if (typeof messageId === 'string') {
      if (!continues || this.#current?.id !== messageId) this.#begin(tag, messageId);
      return messageId;
    }
    if (continues && this.#current !== undefined) return this.#current.id;
    return this.#begin(
      tag,
      this.#replayed === undefined ? this.#source.mintId() : this.#placeId(chunk, this.#replayed),
    );
  }

  /** The history follows, from its beginning. */
  beginReplay(): void {
    this.interrupt();
    this.#replayed = 0;
    this.#replayedCalls = new Set();
  }

  /** What follows is new. */
  endReplay(): void {
    this.interrupt();
    this.#replayed = undefined;
    this.#replayedCalls = undefined;
  }

  /** The agent speaks of a tool call: a new one stands between what is said before and after it. */
  noteToolCall(toolCallId: string, isNew: boolean): void {
    const replayed = this.#replayedCalls;
    if (replayed === undefined ? isNew : !replayed.has(toolCallId)) this.interrupt();
    // Beyond so many it is only less clear where one message ends.
    if (replayed !== undefined && replayed.size < mostReplayedCalls) replayed.add(toolCallId);
  }

  /** What comes next belongs to a new message. */
  interrupt(): void {
    this.#current = undefined;
  }

  #begin(tag: ChunkTag, id: string): string {
    this.#current = { tag, id };
    if (this.#replayed !== undefined) this.#replayed += 1;
    return id;
  }

  #placeId({ sessionUpdate: tag, content }: Chunk, place: number): string {
    return `replayed-${blobId(JSON.stringify([this.#sessionId, place, tag, content]))}`;
  }
}
