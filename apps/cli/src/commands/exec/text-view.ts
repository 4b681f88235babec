/**
 * Prints the work of an agent as plain text: messages on stdout, tool calls on stderr.
 *
 * Nothing that an agent sends can control the terminal.
 */
import type { SessionUpdate } from '@acp-stack/sdk';
import {
  TranscriptStore,
  type AppendedOutput,
  type Entry,
  type NoticeEntry,
  type ToolCallEntry,
  type Transcript,
} from '@acp-stack/transcript';

import { createPalette, type Palette } from '../../terminal/palette.ts';
import { inOneLine, stripControls } from '../../text/strip-control-characters.ts';
import { messageText } from './message-text.ts';
import { AnsiStripper } from '../../text/ansi-stripper.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface TextViewOptions {
  /** Prints only the messages of the agent. */
  readonly isQuiet: boolean;
}

export class TextView {
  readonly #terminal: Terminal;
  readonly #isQuiet: boolean;
  readonly #palette: Palette;
  readonly #store = new TranscriptStore();
  /** The printed text of each message. */
  readonly #printed = new Map<string, string>();
  /** The last printed line of each tool call and plan. */
  readonly #printedNotes = new Map<string, string>();
  /** The output of each terminal. */
  readonly #terminals = new Map<string, AnsiStripper>();
  #lastMessage: string | undefined;
  /** Whether a tool call followed the message: version 1 agents continue the same message after it. */
  #wasInterrupted = false;
  #endsInLine = false;
  /** Whether the last output of a command has no line end. */
  #hasOpenOutput = false;
  readonly #output: { out: string; err: string } = { out: '', err: '' };

  constructor(terminal: Terminal, { isQuiet }: TextViewOptions) {
    this.#terminal = terminal;
    this.#isQuiet = isQuiet;
    this.#palette = createPalette(terminal.stderr, terminal.env);
    this.#store.subscribe((changes, transcript) => {
      for (const change of changes) {
        if (change.kind === 'entry-added' || change.kind === 'entry-changed')
          this.#show(transcript.entries.get(change.id));
        if ('appended' in change && 'bytes' in (change.appended ?? {}))
          this.#showOutput(change.id, change.appended as AppendedOutput);
        if (change.kind === 'plan-added' || change.kind === 'plan-changed') this.#showPlan(transcript, change.id);
      }
    });
  }

  /** Applies one update; resolves when it is printed. */
  readonly apply = (update: SessionUpdate): Promise<void> => {
    this.#store.apply(update);
    return this.#flush();
  };

  /** Ends the current line. */
  async endLine(): Promise<void> {
    if (this.#endsInLine) this.#print('\n');
    await this.#flush();
  }

  /** Ends the current line, and prints the usage. */
  async finish(): Promise<void> {
    await this.endLine();
    const { usage } = this.#store.snapshot();
    if (usage !== undefined && !this.#isQuiet) {
      const { used, size, cost } = usage as {
        used?: number;
        size?: number;
        cost?: { amount: number; currency: string } | null;
      };
      const price = cost === undefined || cost === null ? '' : `, ${cost.amount} ${inOneLine(cost.currency)}`;
      if (used !== undefined && size !== undefined) this.#note(`context ${used} of ${size} tokens${price}`);
    }
    await this.#flush();
  }

  #show(entry: Entry | undefined): void {
    if (entry?.type === 'agent_message') this.#showMessage(entry.id, messageText(entry.content));
    if (entry?.type === 'tool_call') this.#showToolCall(entry);
    if (entry?.type === 'notice') this.#note(noticeLine(entry.notice));
  }

  #showMessage(id: string, text: string): void {
    const before = this.#printed.get(id) ?? '';
    if (text === before) return;
    // Messages are separate paragraphs; a replaced message is printed again.
    const isNew = this.#lastMessage !== id || this.#wasInterrupted || !text.startsWith(before);
    if (isNew && this.#lastMessage !== undefined) this.#print(this.#endsInLine ? '\n\n' : '\n');
    this.#wasInterrupted = false;
    this.#print(text.startsWith(before) ? text.slice(before.length) : text);
    this.#printed.set(id, text);
    this.#lastMessage = id;
  }

  #showToolCall({ id, title, kind, status }: ToolCallEntry): void {
    const words = inOneLine(`[${kind}] ${title ?? ''} (${status.replaceAll('_', ' ')})`);
    const isWorthPrinting = status !== 'pending' || !this.#printedNotes.has(id);
    if (!isWorthPrinting || this.#printedNotes.get(id) === words) return;
    if (!this.#printedNotes.has(id)) this.#wasInterrupted = true;
    this.#printedNotes.set(id, words);
    const { red, dim } = this.#palette;
    this.#note(status === 'failed' ? red(words) : dim(words));
  }

  /** Prints the output of terminals. */
  #showOutput(id: string, { bytes }: AppendedOutput): void {
    if (this.#isQuiet) return;
    const printed = this.#terminals.get(id) ?? new AnsiStripper();
    this.#terminals.set(id, printed);
    const text = printed.add(bytes);
    if (text === '') return;
    this.#output.err += text;
    this.#hasOpenOutput = !text.endsWith('\n');
  }

  #showPlan({ plans }: Transcript, id: string): void {
    const { entries } = (plans.get(id) ?? {}) as { entries?: readonly { content: string; status: string }[] };
    if (entries === undefined) return;
    const marks: ReadonlyMap<string, string> = new Map(
      Object.entries({ completed: 'x', in_progress: '>', cancelled: '-' }),
    );
    const words = entries
      .map(({ content, status }) => `[${marks.get(status) ?? ' '}] ${inOneLine(content)}`)
      .join('\n');
    if (this.#printedNotes.get(id) === words) return;
    this.#printedNotes.set(id, words);
    this.#note(`plan\n${words}`);
  }

  #print(text: string): void {
    const shown = this.#terminal.stdout.isTerminal ? stripControls(text) : text;
    if (shown === '') return;
    this.#output.out += shown;
    this.#endsInLine = !shown.endsWith('\n');
  }

  #note(line: string): void {
    if (this.#isQuiet || line === '') return;
    // If both streams go to one screen, a note starts on its own line.
    const isOneScreen = this.#terminal.stdout.isTerminal && this.#terminal.stderr.isTerminal;
    if (isOneScreen && this.#endsInLine) this.#print('\n');
    this.#output.err += `${this.#hasOpenOutput ? '\n' : ''}${line}\n`;
    this.#hasOpenOutput = false;
  }

  async #flush(): Promise<void> {
    const { out, err } = this.#output;
    Object.assign(this.#output, { out: '', err: '' });
    await this.#terminal.stdout.write(out);
    await this.#terminal.stderr.tryWrite(err);
  }
}

function noticeLine({ title, description }: NoticeEntry['notice']): string {
  const more = typeof description === 'string' && description !== '' ? ` ${inOneLine(description)}` : '';
  return `${inOneLine(title)}${more}`;
}
