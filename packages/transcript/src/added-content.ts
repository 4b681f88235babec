/**
 * What updates add to the messages and thoughts of the agent, for a program that writes them out and can take nothing
 * back.
 */
import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { blockText } from './state/selectors.ts';

/** Content that an update has added. */
export interface Addition {
  /** Whether it is said or thought. */
  readonly type: 'agent_message' | 'agent_thought';
  /** The message or thought that it belongs to. */
  readonly messageId: string;
  /** The added content only: at least one block, and no empty text. */
  readonly blocks: readonly ContentBlock[];
}

/** What was written of a message: its text, and how many blocks that are no text. */
interface Written {
  readonly text: string;
  readonly others: number;
}

const nothing: Written = { text: '', others: 0 };

const types: ReadonlyMap<string, Addition['type']> = new Map([
  ['agent_message', 'agent_message'],
  ['agent_message_chunk', 'agent_message'],
  ['agent_thought', 'agent_thought'],
  ['agent_thought_chunk', 'agent_thought'],
]);

interface MessageUpdate {
  readonly messageId: string;
  /** One block of a chunk; all blocks of a whole message. */
  readonly content?: ContentBlock | readonly ContentBlock[] | null;
}

/** Finds what updates add; it sees every update of its session or turn, once. */
export class AddedContent {
  readonly #written = new Map<string, Written>();

  /**
   * What `update` adds to a message or thought of the agent; undefined if it adds nothing, or if the message was
   * replaced by one that does not begin with what was written before.
   */
  of(update: SessionUpdate): Addition | undefined {
    const type = types.get(update.sessionUpdate);
    if (type === undefined) return undefined;
    const { messageId, content } = update as MessageUpdate;
    if (content === undefined || content === null) return undefined;
    const key = `${type} ${messageId}`;
    const before = this.#written.get(key) ?? nothing;
    const blocks = isWhole(content) ? blocksAfter(before, content) : blockText(content) === '' ? [] : [content];
    if (blocks.length === 0) return undefined;
    this.#written.set(key, {
      text: before.text + wholeText(blocks),
      others: before.others + blocks.filter((block) => blockText(block) === undefined).length,
    });
    return { type, messageId, blocks };
  }
}

const isWhole = (content: ContentBlock | readonly ContentBlock[]): content is readonly ContentBlock[] =>
  Array.isArray(content);

const wholeText = (blocks: readonly ContentBlock[]): string => blocks.map((block) => blockText(block) ?? '').join('');

/** What a whole message has after what was written of it; nothing if it has another text. */
function blocksAfter(written: Written, content: readonly ContentBlock[]): readonly ContentBlock[] {
  if (!wholeText(content).startsWith(written.text)) return [];
  let { others } = written;
  let characters = written.text.length;
  return content.flatMap((block): readonly ContentBlock[] => {
    const text = blockText(block);
    if (text === undefined) {
      others -= 1;
      return others < 0 ? [block] : [];
    }
    const added = text.slice(characters);
    characters = Math.max(0, characters - text.length);
    return added === '' ? [] : [{ ...block, text: added } as ContentBlock];
  });
}
