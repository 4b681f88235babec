/** The tool calls of agents, for permission requests that only contain an id. */
import type { ToolCallUpdate } from '@acp-stack/schema/v2/unstable';
import type { SessionUpdate } from '@acp-stack/sdk';
import { emptyTranscript, findEntry, fold, type Transcript } from '@acp-stack/transcript';

export class KnownToolCalls {
  readonly #sessions = new Map<string, Transcript>();

  /** Applies an update of a session; ignores all but tool calls. */
  apply(sessionId: string, update: SessionUpdate): void {
    if (!update.sessionUpdate.startsWith('tool_call')) return;
    this.#sessions.set(sessionId, fold(this.#sessions.get(sessionId) ?? emptyTranscript(), update));
  }

  readonly get = (sessionId: string, toolCallId: string): ToolCallUpdate | undefined => {
    const transcript = this.#sessions.get(sessionId);
    const entry = transcript === undefined ? undefined : findEntry(transcript, 'tool_call', toolCallId);
    if (entry === undefined) return undefined;
    const { id: _, type: __, content, ...known } = entry;
    return { ...known, toolCallId, content: content.toArray() };
  };
}
