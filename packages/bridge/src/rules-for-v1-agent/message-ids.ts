/**
 * The ids of the messages of one session, for an agent that sends none.
 *
 * Version 1 tells messages apart by the tag of their chunks: a chunk without an id continues the message before it if
 * that has the same tag (TURN-05). A new tool call and a plan end a message, because they are shown between the text
 * before and after them; so does a new prompt. Updates of a known tool call and the like do not.
 *
 * A replayed message gets the same id each time: it is made from the session, the position in its history and the
 * beginning of the message. So a client that loads a session twice recognizes what it has. A new message has no known
 * position, because the history before it may not have been replayed.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import { blobId } from '../patch/git-blob.ts';
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';

type ChunkTag = 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk';

/** A chunk of a message, as version 1 sends it. */
export type Chunk = v1.SessionUpdateVariants[ChunkTag];

/** How many tool calls of one replay are remembered. */
const maxReplayedCalls = 10_000;

export class MessageIds {
  readonly #source: Pick<RuleContext<V2, V1>, 'mintId'>;
  readonly #sessionId: string;
  #current: { readonly tag: ChunkTag; readonly id: string } | undefined;
  /** How many messages were replayed; undefined outside a replay. */
  #replayed: number | undefined;
  /**
   * The tool calls of this replay. What was known of them before must not matter, or another replay would get other
   * ids.
   */
  #replayedCalls: Set<string> | undefined;

  constructor(source: Pick<RuleContext<V2, V1>, 'mintId'>, sessionId: string) {
    this.#source = source;
    this.#sessionId = sessionId;
  }

  /** Returns the id of the message that `chunk` belongs to. */
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

  /** Begins a replay of the history, from its start. */
  beginReplay(): void {
    this.interrupt();
    this.#replayed = 0;
    this.#replayedCalls = new Set();
  }

  /** Ends the replay: what follows is new. */
  endReplay(): void {
    this.interrupt();
    this.#replayed = undefined;
    this.#replayedCalls = undefined;
  }

  /** Notes an update of a tool call: a new tool call stands between the text before and after it. */
  noteToolCall(toolCallId: string, isNew: boolean): void {
    const replayed = this.#replayedCalls;
    if (replayed === undefined ? isNew : !replayed.has(toolCallId)) this.interrupt();
    // Beyond this number, only the end of a message becomes less exact.
    if (replayed !== undefined && replayed.size < maxReplayedCalls) replayed.add(toolCallId);
  }

  /** Makes the next chunk begin a new message. */
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
