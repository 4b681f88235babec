/**
 * A transcript on a screen: what is finished is printed once and for all, what may still change is drawn at the end.
 *
 * Entries are printed in their order. A text that is being written is printed block by block, as soon as a block cannot change; so what is
 * drawn again and again stays short. What changes after it was printed is told in a line of its own.
 */
import {
  isBusy,
  isFinished,
  type Change,
  type Entry,
  type MessageEntry,
  type ToolCallEntry,
  type Transcript,
} from '@acp-stack/transcript';

import { span, type Line } from '../../../tui/styled-line.ts';
import { MarkdownStream } from '../../../tui/markdown-stream.ts';
import { entryView, messageText } from './entry-view.ts';
import { isToolCallOver, toolCallTitle } from './tool-call-view.ts';
import type { ViewOptions } from './view-options.ts';

/** Entries of an older conversation that are printed when it is opened. */
const mostOfHistory = 100;

export class TranscriptView {
  /** How many entries are printed whole. */
  #printed = 0;
  /** The text that is printed in part. */
  #stream: { readonly id: string; readonly markdown: MarkdownStream; hasPrinted: boolean } | undefined;
  /** How long the texts were that are printed; those of the last few messages are enough. */
  readonly #lengths = new Map<string, number>();

  /** Begins with a conversation that took place before; answers with what is printed of it. */
  begin(transcript: Transcript, options: ViewOptions): readonly Line[] {
    const { size } = transcript.entries;
    const from = Math.max(0, size - mostOfHistory);
    this.#printed = from;
    this.#stream = undefined;
    this.#lengths.clear();
    const skipped: readonly Line[] =
      from === 0
        ? []
        : [[span(`… ${from} earlier entries; //export writes all of them to a file`, { isDim: true })], []];
    return [...skipped, ...this.settle(transcript, options)];
  }

  /** What is finished since the last time; where something else is printed next, also what the user has said last. */
  settle(
    transcript: Transcript,
    options: ViewOptions,
    { isInterrupted = false }: { readonly isInterrupted?: boolean } = {},
  ): readonly Line[] {
    const lines: Line[] = [];
    for (;;) {
      const entry = transcript.entries.at(this.#printed);
      if (entry === undefined) return lines;
      const isLast = this.#printed === transcript.entries.size - 1;
      if (entry.type === 'agent_message') lines.push(...this.#settleText(entry, options));
      const isSaid = isInterrupted && entry.type === 'user_message';
      if (!isSaid && !isOver(entry, transcript, isLast)) return lines;
      lines.push(...this.#finish(entry, transcript, options));
      this.#printed += 1;
    }
  }

  /** What may still change, from the top; only its end may fit on the screen. */
  live(transcript: Transcript, options: ViewOptions): readonly Line[] {
    const lines: Line[] = [];
    for (let place = this.#printed; place < transcript.entries.size; place += 1) {
      const entry = transcript.entries.at(place) as Entry;
      const isStreamed = this.#stream?.id === entry.id && entry.type === 'agent_message';
      if (isStreamed) {
        const text = messageText(entry);
        lines.push(...(this.#stream?.markdown.rest(text, options.width) ?? []));
        if (this.#stream?.markdown.isSettled(text) === false) lines.push([]);
      } else lines.push(...entryView(entry, transcript, options), []);
    }
    return lines;
  }

  /** What has changed about entries that are printed already. */
  changed(changes: readonly Change[], transcript: Transcript, options: ViewOptions): readonly Line[] {
    return changes.flatMap((change): readonly Line[] => {
      if (change.kind !== 'entry-changed') return [];
      const entry = transcript.entries.get(change.id);
      if (entry?.type === 'tool_call') return this.#changedCall(entry, options);
      const known = this.#lengths.get(change.id);
      if (known === undefined || entry === undefined || !isMessage(entry)) return [];
      const text = messageText(entry);
      this.#lengths.set(change.id, text.length);
      return text.length <= known ? [] : [...new MarkdownStream().rest(text.slice(known), options.width), []];
    });
  }

  /** Tool calls that were printed before they had ended. */
  readonly #unfinished = new Set<string>();

  #changedCall(entry: ToolCallEntry, options: ViewOptions): readonly Line[] {
    if (!this.#unfinished.has(entry.id) || !isFinished(entry)) return [];
    this.#unfinished.delete(entry.id);
    return [toolCallTitle(entry, options), []];
  }

  #settleText(entry: MessageEntry, { width }: ViewOptions): readonly Line[] {
    if (this.#stream?.id !== entry.id) {
      this.#stream = { id: entry.id, markdown: new MarkdownStream(), hasPrinted: false };
    }
    return this.#stream.markdown.settle(messageText(entry), width);
  }

  #finish(entry: Entry, transcript: Transcript, options: ViewOptions): readonly Line[] {
    if (isMessage(entry)) this.#remember(entry);
    if (entry.type === 'tool_call' && !isFinished(entry)) this.#unfinished.add(entry.id);
    const isStreamed = this.#stream?.id === entry.id && entry.type === 'agent_message';
    const lines = isStreamed
      ? (this.#stream?.markdown.rest(messageText(entry), options.width) ?? [])
      : entryView(entry, transcript, options);
    this.#stream = undefined;
    return lines.length === 0 && !isStreamed ? [] : [...lines, []];
  }

  #remember(entry: MessageEntry): void {
    this.#lengths.set(entry.id, messageText(entry).length);
    for (const id of this.#lengths.keys()) {
      if (this.#lengths.size <= 20) return;
      this.#lengths.delete(id);
    }
  }
}

const isMessage = (entry: Entry): entry is MessageEntry =>
  entry.type === 'user_message' || entry.type === 'agent_message' || entry.type === 'agent_thought';

/** Nothing of it will change, as far as anybody can tell. When the agent is idle, that is so of everything. */
function isOver(entry: Entry, transcript: Transcript, isLast: boolean): boolean {
  if (!isBusy(transcript)) return true;
  if (entry.type === 'tool_call') return isToolCallOver(entry, transcript);
  return !isLast || entry.type === 'notice' || entry.type === 'unknown';
}
