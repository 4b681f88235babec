/**
 * Renders a transcript on a screen: finished entries are printed once, unfinished ones are redrawn at the end.
 *
 * Entries are printed in order. A message that is being written is printed block by block, as soon as a block cannot
 * change, so that the redrawn part stays short. A change of a printed entry is printed as a new line.
 */
import {
  isBusy,
  isFinished,
  type Change,
  type Entry,
  type MessageEntry,
  type SubagentEntry,
  type ToolCallEntry,
  type Transcript,
} from '@acp-stack/transcript';

import { span, type Line } from '../../../tui/styled-line.ts';
import { MarkdownStream } from '../../../tui/markdown-stream.ts';
import { entryView, messageText } from './entry-view.ts';
import { pictureView } from './picture-view.ts';
import { FrontEntries } from '../conversation/front-entries.ts';
import { isSubagentRunning } from './subagent-view.ts';
import { isToolCallOver, toolCallTitle } from './tool-call-view.ts';
import type { ViewOptions } from './view-options.ts';

/** Entries of a resumed session that are printed. */
const maxHistoryEntries = 100;

export interface SettleOptions {
  /** Whether other output follows: then the last message of the user is printed too. */
  readonly isInterrupted?: boolean;
  /** Whether the work has ended, whatever the agent says: then everything is printed. */
  readonly isEnded?: boolean;
}

export class TranscriptView {
  /** The number of completely printed entries. */
  #printed = 0;
  readonly #front = new FrontEntries();
  /** The message that is partly printed. */
  #stream: { readonly id: string; readonly markdown: MarkdownStream; hasPrinted: boolean } | undefined;
  /** The printed lengths of the last few messages. */
  readonly #lengths = new Map<string, number>();

  /** Starts with the history of a session, or with the end of it; returns the lines to print. */
  begin(
    transcript: Transcript,
    options: ViewOptions,
    { hasEarlier = false }: { readonly hasEarlier?: boolean } = {},
  ): readonly Line[] {
    const { size } = transcript.entries;
    const from = Math.max(0, size - maxHistoryEntries);
    this.#printed = from;
    this.#stream = undefined;
    this.#lengths.clear();
    this.#front.added(transcript);
    const number = hasEarlier ? '' : `${from} `;
    const words = `… ${number}earlier entries; Ctrl+L shows them, //export writes them to a file`;
    const skipped: readonly Line[] = from === 0 && !hasEarlier ? [] : [[span(words, { isDim: true })], []];
    return [...skipped, ...this.settle(transcript, options)];
  }

  /** The entries that are finished since the last call. */
  settle(
    transcript: Transcript,
    options: ViewOptions,
    { isInterrupted = false, isEnded = false }: SettleOptions = {},
  ): readonly Line[] {
    const lines: Line[] = [];
    // What is read later and comes before what is on the screen is not printed.
    this.#printed += this.#front.added(transcript);
    for (;;) {
      const entry = transcript.entries.at(this.#printed);
      if (entry === undefined) return lines;
      const isLast = this.#printed === transcript.entries.size - 1;
      if (entry.type === 'agent_message') lines.push(...this.#settleText(entry, options));
      const isPrintedNow = isEnded || (isInterrupted && entry.type === 'user_message');
      if (!isPrintedNow && !isOver(entry, transcript, { isLast, options })) return lines;
      lines.push(...this.#finish(entry, transcript, options));
      this.#printed += 1;
    }
  }

  /** The lines that may still change; only the last ones if there are more than `maxLines`. */
  live(transcript: Transcript, options: ViewOptions, maxLines: number = Infinity): readonly Line[] {
    const parts: (readonly Line[])[] = [];
    let count = 0;
    // From the end: thousands of entries may wait behind an unfinished one, and a frame shows only a few lines.
    for (let index = transcript.entries.size - 1; index >= this.#printed && count < maxLines; index -= 1) {
      const lines = this.#liveLines(transcript.entries.at(index) as Entry, transcript, options);
      parts.push(lines);
      count += lines.length;
    }
    return parts.toReversed().flat().slice(-maxLines);
  }

  #liveLines(entry: Entry, transcript: Transcript, options: ViewOptions): readonly Line[] {
    const stream = this.#stream?.id === entry.id && entry.type === 'agent_message' ? this.#stream : undefined;
    if (stream === undefined) {
      const shown = entryView(entry, transcript, options);
      // The tool call of the visible question has no lines.
      return shown.length === 0 ? [] : [...shown, []];
    }
    const text = messageText(entry as MessageEntry);
    const lines = stream.markdown.rest(text, options.width);
    return stream.markdown.isSettled(text) ? lines : [...lines, []];
  }

  /** The changes of printed entries. */
  changed(changes: readonly Change[], transcript: Transcript, options: ViewOptions): readonly Line[] {
    return changes.flatMap((change): readonly Line[] => {
      if (change.kind !== 'entry-changed') return [];
      const entry = transcript.entries.get(change.id);
      if (entry?.type === 'tool_call') return this.#changedCall(entry, options);
      if (entry?.type === 'subagent') return this.#changedSubagent(entry, transcript, options);
      const known = this.#lengths.get(change.id);
      if (known === undefined || entry === undefined || !isMessage(entry)) return [];
      const text = messageText(entry);
      this.#lengths.set(change.id, text.length);
      return text.length <= known ? [] : [...new MarkdownStream().rest(text.slice(known), options.width), []];
    });
  }

  /** Tool calls and subagents that were printed before they ended. */
  readonly #unfinished = new Set<string>();

  #changedCall(entry: ToolCallEntry, options: ViewOptions): readonly Line[] {
    if (!this.#unfinished.has(entry.id) || !isFinished(entry)) return [];
    this.#unfinished.delete(entry.id);
    return [toolCallTitle(entry, options), []];
  }

  #changedSubagent(entry: SubagentEntry, transcript: Transcript, options: ViewOptions): readonly Line[] {
    const isRunning = isSubagentRunning(entry, options.subagent?.(entry.sessionId));
    if (isRunning || !this.#unfinished.delete(entry.id)) return [];
    return [...entryView(entry, transcript, options), []];
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
    if (entry.type === 'subagent' && isSubagentRunning(entry, options.subagent?.(entry.sessionId)))
      this.#unfinished.add(entry.id);
    const isStreamed = this.#stream?.id === entry.id && entry.type === 'agent_message';
    const lines = isStreamed
      ? (this.#stream?.markdown.rest(messageText(entry), options.width) ?? [])
      : entryView(entry, transcript, options);
    const pictures = isMessage(entry) ? pictureView(entry.content, options) : [];
    this.#stream = undefined;
    return lines.length === 0 && !isStreamed ? [] : [...lines, ...pictures, []];
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

/** Whether the entry will probably not change; nothing changes while the agent is idle. */
function isOver(
  entry: Entry,
  transcript: Transcript,
  { isLast, options }: { readonly isLast: boolean; readonly options: ViewOptions },
): boolean {
  if (!isBusy(transcript)) return true;
  if (entry.type === 'subagent' && isSubagentRunning(entry, options.subagent?.(entry.sessionId))) return false;
  if (entry.type === 'tool_call') return isToolCallOver(entry, transcript);
  return !isLast || entry.type === 'notice' || entry.type === 'unknown';
}
