/**
 * A history that is replayed into a transcript which already has parts of it.
 *
 * The known transcript stays as it is until the replay is complete. An agent that gives its messages other ids in a
 * replay cannot be merged without duplicates; then the replay takes the place of what was known.
 */
import { messages, mergeReplay, TranscriptStore, type Transcript } from '@acp-stack/transcript';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

export class HistoryReplay {
  readonly #store = new TranscriptStore();

  readonly apply = (update: SessionUpdate): void => {
    this.#store.apply(update);
  };

  /** Returns `known` with the replay. */
  mergedInto(known: Transcript): Transcript {
    const replayed = this.#store.snapshot();
    // An agent that cannot replay has sent nothing of the conversation.
    if (replayed.entries.size === 0 || hasSameMessages(known, replayed)) return mergeReplay(known, replayed);
    const { permissions, elicitations } = known;
    return { ...replayed, permissions, elicitations };
  }
}

/** Whether all messages of the user are in the replay by their ids; those of the agent may not be complete. */
const hasSameMessages = (known: Transcript, { entries }: Transcript): boolean =>
  messages(known).every(({ type, id }) => type !== 'user_message' || entries.has(id));
