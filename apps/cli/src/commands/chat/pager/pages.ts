/**
 * The lines of a whole transcript, rendered only when they are visible.
 *
 * A place is an entry and a line of it, so nothing has to be counted: ten thousand entries open as fast as ten.
 * Long messages, thoughts, tool calls and subagents are folded until they are unfolded, one by one or all at once.
 */
import type { Entry, Transcript } from '@acp-stack/transcript';

import type { Subagents } from '../conversation/subagents.ts';
import type { PermissionAnswers } from '../conversation/permission-answers.ts';
import { span, type Line } from '../../../tui/styled-line.ts';
import { entryView, messageText } from '../view/entry-view.ts';
import { isToolCallOver } from '../view/tool-call-view.ts';
import { isLongMessage } from '../view/user-message-view.ts';

/** A line of the transcript. */
export interface Place {
  readonly index: number;
  readonly offset: number;
}

export interface PagesOptions {
  readonly transcript: () => Transcript;
  readonly cwd: () => string;
  /** The decisions about tool calls. */
  readonly answers?: PermissionAnswers;
  readonly subagents?: Subagents;
}

interface Rendered {
  readonly key: string;
  readonly lines: readonly Line[];
}

/** Columns before every line: a mark for the selected entry, and a sign for what can be unfolded. */
const margin = 3;

export class Pages {
  readonly #options: PagesOptions;
  readonly #rendered = new WeakMap<Entry, Rendered>();
  /** The entries whose state differs from the others. */
  readonly #exceptions = new Set<string>();
  #isUnfolded = false;
  /** Columns of the screen. */
  width = 80;

  constructor(options: PagesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.transcript().entries.size;
  }

  entry(index: number): Entry | undefined {
    return this.#options.transcript().entries.at(index);
  }

  /** Whether the entry has a short and a long form. */
  isFoldable(index: number): boolean {
    const entry = this.entry(index);
    if (entry?.type === 'user_message') return isLongMessage(messageText(entry), Math.max(1, this.width - margin));
    const type = entry?.type;
    return type === 'agent_thought' || type === 'tool_call' || type === 'subagent';
  }

  isUnfolded(index: number): boolean {
    return this.#isUnfolded !== this.#exceptions.has(this.entry(index)?.id ?? '');
  }

  /** Folds or unfolds an entry. */
  toggle(index: number): void {
    const { id } = this.entry(index) ?? {};
    if (id === undefined || !this.isFoldable(index)) return;
    if (!this.#exceptions.delete(id)) this.#exceptions.add(id);
  }

  toggleAll(): void {
    this.#isUnfolded = !this.#isUnfolded;
    this.#exceptions.clear();
  }

  /** The lines of an entry, with a blank one at the end; none if the entry is empty. */
  lines(index: number): readonly Line[] {
    const entry = this.entry(index);
    if (entry === undefined) return [];
    const isVerbose = this.isUnfolded(index);
    // The conversation of a subagent is not part of its entry.
    const revision = entry.type === 'subagent' ? (this.#options.subagents?.revision ?? 0) : 0;
    const key = `${this.width} ${isVerbose} ${revision}`;
    const known = this.#rendered.get(entry);
    if (known?.key === key) return known.lines;
    const lines = this.#render(entry, isVerbose);
    // The output of a terminal is not part of its entry.
    const isFinal = entry.type !== 'tool_call' || isToolCallOver(entry, this.#options.transcript());
    if (isFinal) this.#rendered.set(entry, { key, lines });
    return lines;
  }

  /** The lines of an entry when it is unfolded. */
  unfoldedLines(index: number): readonly Line[] {
    const entry = this.entry(index);
    if (entry === undefined || !this.isFoldable(index) || this.isUnfolded(index)) return this.lines(index);
    return this.#render(entry, true);
  }

  #render(entry: Entry, isVerbose: boolean): readonly Line[] {
    const { cwd, answers, subagents } = this.#options;
    const width = Math.max(1, this.width - margin);
    const view = { width, cwd: cwd(), isVerbose, unfoldKey: 'Enter', tick: 0 };
    const options = { ...view, answers, subagent: subagents?.transcript };
    const shown = entryView(entry, this.#options.transcript(), options);
    return shown.length === 0 ? [] : [...shown, []];
  }

  /** Up to `count` lines from `place` on, each with its place. */
  take(place: Place, count: number): readonly (Place & { readonly line: Line })[] {
    const found: (Place & { readonly line: Line })[] = [];
    let { offset } = place;
    for (let { index } = place; index < this.size && found.length < count; index += 1) {
      const lines = this.lines(index);
      for (; offset < lines.length && found.length < count; offset += 1) {
        found.push({ index, offset, line: lines[offset] ?? [] });
      }
      offset = 0;
    }
    return found;
  }

  /** The place `count` lines before or after, limited to the first and the last line. */
  move(from: Place, count: number): Place {
    let { index } = from;
    let offset = Math.min(from.offset, Math.max(0, this.lines(index).length - 1)) + count;
    while (offset < 0 && index > 0) {
      index -= 1;
      offset += this.lines(index).length;
    }
    while (index < this.size - 1 && offset >= this.lines(index).length) {
      offset -= this.lines(index).length;
      index += 1;
    }
    return { index, offset: Math.max(0, Math.min(offset, this.lines(index).length - 1)) };
  }

  /** The place from which `rows` lines fill the screen to the end. */
  bottom(rows: number): Place {
    const index = Math.max(0, this.size - 1);
    // The blank line at the end is not shown.
    return this.move({ index, offset: Math.max(0, this.lines(index).length - 2) }, 1 - rows);
  }

  /** The line with its margin. */
  withMargin({ index, offset, line }: Place & { readonly line: Line }, isSelected: boolean): Line {
    const sign = offset === 0 && this.isFoldable(index) ? (this.isUnfolded(index) ? '▾' : '▸') : ' ';
    const mark = isSelected && offset === 0 ? '❯' : ' ';
    return [span(mark, { colour: 'cyan', isBold: true }), span(`${sign} `, { isDim: true }), ...line];
  }
}
