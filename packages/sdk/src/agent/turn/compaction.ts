/** One compaction of a session's context: reported when it is created, ended once (COMP-02). */
import type { CompactionUpdate, ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { bindMethods } from '../../shared/bound-methods.ts';
import { ignoreRejection } from '../../shared/ignore-rejection.ts';

type Send = (update: SessionUpdate) => Promise<void>;

/** One compaction of the context of a session. */
export class Compaction {
  static {
    bindMethods(this);
  }

  /** The id of the compaction. */
  readonly compactionId: string;
  readonly #send: Send;
  #isOver = false;

  /** Made by `turn.compaction()` or `session.compaction()`. */
  constructor(compactionId: string, send: Send) {
    this.compactionId = compactionId;
    this.#send = send;
    void this.#update({ status: 'in_progress' });
  }

  /** Whether it has ended. */
  get isFinal(): boolean {
    return this.#isOver;
  }

  /** Appends to the summary; rejects after the end. */
  append(content: string | ContentBlock): Promise<void> {
    if (this.#isOver) return ended();
    const block: ContentBlock = typeof content === 'string' ? { type: 'text', text: content } : content;
    return this.#send({ sessionUpdate: 'compaction_summary_chunk', compactionId: this.compactionId, content: block });
  }

  /** Ends it as completed; a summary replaces what was appended. */
  complete(summary?: string | readonly ContentBlock[]): Promise<void> {
    if (summary === undefined) return this.#end({ status: 'completed' });
    const blocks: readonly ContentBlock[] = typeof summary === 'string' ? [{ type: 'text', text: summary }] : summary;
    return this.#end({ status: 'completed', summary: blocks });
  }

  /** Ends it as failed; `error` is a message for the user. */
  fail(error?: string): Promise<void> {
    return this.#end({ status: 'failed', ...(error === undefined ? {} : { error }) });
  }

  /** Ends it as cancelled. */
  cancel(): Promise<void> {
    return this.#end({ status: 'cancelled' });
  }

  #end(update: Omit<CompactionUpdate, 'compactionId'>): Promise<void> {
    if (this.#isOver) return ended();
    this.#isOver = true;
    return this.#update(update);
  }

  #update(update: Omit<CompactionUpdate, 'compactionId'>): Promise<void> {
    return this.#send({ sessionUpdate: 'compaction_update', compactionId: this.compactionId, ...update });
  }
}

const ended = (): Promise<never> => ignoreRejection(Promise.reject(new Error('The compaction has ended.')));
