/**
 * The ids of the messages of one session, for an agent that gives none.
 *
 * Version 1 tells messages apart by the tag of their chunks: a chunk without an id continues the message before it when that has the same tag
 * (TURN-05). Tool calls and plans in between do not end a message; a new prompt does.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import type { Hub } from '../hub.ts';
import type { V1, V2 } from '../methods.ts';

type ChunkTag = 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk';

/** A piece of a message, as version 1 sends it. */
export type Chunk = v1.SessionUpdateVariants[ChunkTag];

export class MessageIds {
  readonly #source: Pick<Hub<V2, V1>, 'mintId'>;
  #current: { readonly tag: ChunkTag; readonly id: string } | undefined;

  constructor(source: Pick<Hub<V2, V1>, 'mintId'>) {
    this.#source = source;
  }

  /** The id of the message that `chunk` belongs to. */
  of({ sessionUpdate: tag, messageId }: Chunk): string {
    const continues = this.#current?.tag === tag;
    if (typeof messageId === 'string') {
      if (!continues || this.#current?.id !== messageId) this.#current = { tag, id: messageId };
      return messageId;
    }
    if (continues && this.#current !== undefined) return this.#current.id;
    this.#current = { tag, id: this.#source.mintId() };
    return this.#current.id;
  }

  /** What comes next belongs to a new message. */
  interrupt(): void {
    this.#current = undefined;
  }
}
