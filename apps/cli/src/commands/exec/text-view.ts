/**
 * Prints the work of an agent as plain text: messages on stdout, tool calls on stderr.
 *
 * Nothing that an agent sends can control the terminal.
 */
import type { SessionUpdate } from '@acp-stack/sdk';
import {
  costText,
  failureText,
  isFinished,
  TranscriptStore,
  type AppendedContent,
  type Change,
  type MessageEntry,
  type NoticeEntry,
  type ToolCallEntry,
  type Transcript,
} from '@acp-stack/transcript';
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import type { MachineWork } from '../../access/permitted-machine.ts';
import { createPalette, type Palette } from '../../terminal/palette.ts';
import { inOneLine, stripControls } from '../../text/strip-control-characters.ts';
import { senderName } from '../../session/sender-name.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { CommandOutput, toolOutput } from './command-output.ts';
import { MessageText } from './message-text.ts';
import { planText } from './plan-text.ts';
import type { WorkView } from './work-view.ts';

export interface TextViewOptions {
  /** Prints only the messages of the agent. */
  readonly isQuiet: boolean;
  /** Whether the messages of users are printed too, each line after `> `, and why work has failed. */
  readonly showsUser?: boolean;
}

export class TextView implements WorkView {
  readonly #terminal: Terminal;
  readonly #isQuiet: boolean;
  readonly #showsUser: boolean;
  readonly #palette: Palette;
  readonly #store = new TranscriptStore();
  /** The printed text of each message. */
  readonly #messages = new Map<string, MessageText>();
  /** The last printed line of each tool call and plan. */
  readonly #printedNotes = new Map<string, string>();
  readonly #commands = new CommandOutput();
  #lastMessage: string | undefined;
  /** Whether a plan was printed since the last text: what follows is a new paragraph. */
  #wasInterrupted = false;
  #endsInLine = false;
  /** Whether the last output of a command has no line end. */
  #hasOpenOutput = false;
  readonly #output: { out: string; err: string } = { out: '', err: '' };

  constructor(terminal: Terminal, { isQuiet, showsUser = false }: TextViewOptions) {
    this.#terminal = terminal;
    this.#isQuiet = isQuiet;
    this.#showsUser = showsUser;
    this.#palette = createPalette(terminal.stderr, terminal.env);
    this.#store.subscribe((changes, transcript) => {
      for (const change of changes) this.#show(change, transcript);
    });
  }

  /** Applies one update; resolves when it is printed. */
  readonly apply = (update: SessionUpdate): Promise<void> => {
    this.#store.apply(update);
    return this.#flush();
  };

  /** Prints what the agent has done on this machine through the client. */
  async showWork({ kind, what }: MachineWork): Promise<void> {
    this.#note(this.#palette.dim(`[${kind}] ${inOneLine(what)} (by the client)`));
    await this.#flush();
  }

  /** Ends the current line. */
  async endLine(): Promise<void> {
    if (this.#endsInLine) this.#print('\n');
    await this.#flush();
  }

  /** Ends the current line if what is said next goes to the same screen. */
  async breakLine(): Promise<void> {
    if (this.#isOneScreen) await this.endLine();
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
      const price = cost === undefined || cost === null ? '' : `, ${inOneLine(costText(cost))}`;
      if (used !== undefined && size !== undefined) this.#note(`context ${used} of ${size} tokens${price}`);
    }
    await this.#flush();
  }

  #show(change: Change, transcript: Transcript): void {
    if (change.kind === 'entry-added' || change.kind === 'entry-changed') {
      const entry = transcript.entries.get(change.id);
      if (entry?.type === 'agent_message') this.#showMessage(entry, change.appended);
      if (entry?.type === 'user_message' && this.#showsUser) this.#showUser(entry);
      if (entry?.type === 'tool_call') this.#showToolCall(entry);
      if (entry?.type === 'notice') this.#note(noticeLine(entry.notice));
    } else if (change.kind === 'terminal-added' || change.kind === 'terminal-changed') {
      const output = transcript.terminals.get(change.id)?.output;
      if (change.appended !== undefined) this.#showOutput(this.#commands.added(change.id, change.appended, output));
      else if (output !== undefined) this.#showOutput(this.#commands.replaced(change.id, output));
    } else if (change.kind === 'plan-added' || change.kind === 'plan-changed') this.#showPlan(transcript, change.id);
    else if (change.kind === 'state-changed' && this.#showsUser) this.#showFailure(transcript);
  }

  /** The end of work is told again when a session is read again, and is printed once. */
  #showFailure(transcript: Transcript): void {
    const failure = failureText(transcript);
    const { state } = transcript.state ?? {};
    if (failure === undefined && state !== 'idle') this.#printedNotes.delete('failure');
    if (failure === undefined || this.#printedNotes.get('failure') === failure) return;
    this.#printedNotes.set('failure', failure);
    this.#note(this.#palette.red(`stopped: ${inOneLine(failure)}`));
  }

  /** Messages are separate paragraphs; a replaced message is printed again. */
  #showMessage({ id, content }: MessageEntry, appended: AppendedContent | undefined): void {
    const message = this.#messages.get(id) ?? new MessageText();
    this.#messages.set(id, message);
    const { text, isContinued } =
      appended === undefined
        ? message.replace(content)
        : { text: message.append(appended.content as ContentBlock), isContinued: true };
    if (text === '') return;
    const isNew = this.#lastMessage !== id || this.#wasInterrupted || !isContinued;
    if (isNew && this.#lastMessage !== undefined) this.#print(this.#endsInLine ? '\n\n' : '\n');
    this.#wasInterrupted = false;
    this.#print(text);
    this.#lastMessage = id;
  }

  /** A message of a user is a paragraph of its own, printed once. */
  #showUser(entry: MessageEntry): void {
    const { id, content } = entry;
    const { text } = new MessageText().replace(content);
    if (text === '' || this.#isQuiet || this.#messages.has(id)) return;
    this.#messages.set(id, new MessageText());
    if (this.#lastMessage !== undefined) this.#print(this.#endsInLine ? '\n\n' : '\n');
    const sender = senderName(entry) ?? '';
    this.#print(`${sender}> ${text.replaceAll('\n', '\n> ')}\n`);
    this.#lastMessage = id;
  }

  #showToolCall(call: ToolCallEntry): void {
    const { id, title, kind, status } = call;
    if (this.#isQuiet) return;
    const words = `[${inOneLine(kind)}] ${inOneLine(title ?? '')} (${inOneLine(status).replaceAll('_', ' ')})`;
    const isWorthPrinting = status !== 'pending' || !this.#printedNotes.has(id);
    if (!isWorthPrinting || this.#printedNotes.get(id) === words) return;
    this.#printedNotes.set(id, words);
    const { red, dim } = this.#palette;
    this.#note(status === 'failed' ? red(words) : dim(words));
    if (isFinished(call)) this.#note(toolOutput(call));
  }

  /** Prints the output of terminals. */
  #showOutput(text: string): void {
    if (this.#isQuiet || text === '') return;
    this.#output.err += text;
    this.#hasOpenOutput = !text.endsWith('\n');
  }

  #showPlan({ plans }: Transcript, id: string): void {
    const plan = plans.get(id);
    const text = plan === undefined ? '' : planText(plan);
    if (text === '' || this.#printedNotes.get(`plan ${id}`) === text) return;
    this.#printedNotes.set(`plan ${id}`, text);
    this.#wasInterrupted = true;
    this.#note(text);
  }

  #print(text: string): void {
    const shown = this.#terminal.stdout.isTerminal ? stripControls(text) : text;
    if (shown === '') return;
    this.#output.out += shown;
    this.#endsInLine = !shown.endsWith('\n');
  }

  get #isOneScreen(): boolean {
    return this.#terminal.stdout.isTerminal && this.#terminal.stderr.isTerminal;
  }

  #note(line: string): void {
    if (this.#isQuiet || line === '') return;
    // If both streams go to one screen, a note starts on its own line.
    if (this.#isOneScreen && this.#endsInLine) this.#print('\n');
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
