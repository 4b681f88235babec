/**
 * A chat in plain lines, from top to bottom, for a screen reader or a terminal that can do nothing else.
 *
 * Nothing is ever drawn over, nothing moves, and everything is said in words: whose turn it was, what it is, how it ended. A line is typed as
 * in any other program, with the editing of the terminal.
 */
import { isFinished, lastPlan, type Entry, type ToolCallEntry, type Transcript } from '@acp-stack/transcript';

import type { Terminal } from '../../terminal/terminal.ts';
import type { Conversation, Remark } from '../conversation.ts';
import type { Face, FaceCommands } from '../face.ts';
import { runInTerminal } from '../run-in-terminal.ts';
import { harmless, harmlessLine } from '../text/harmless.ts';
import { textOfLine, type Line } from '../text/line.ts';
import { entryView, messageText } from '../view/entry-view.ts';
import { costWords, usageWords } from '../view/status-line.ts';
import { LineDesk } from './line-desk.ts';
import { numbered, SpokenQuestions } from './spoken-questions.ts';

export interface LinearChatOptions {
  readonly terminal: Terminal;
  readonly commands: () => FaceCommands;
}

/** Entries of an older conversation that are read out. */
const mostOfHistory = 20;
/** Wide enough that no line of ours is broken; the terminal does that. */
const width = 10_000;

const remarkWords: Readonly<Record<Remark['kind'], string>> = { info: 'Note', warning: 'Warning', error: 'Error' };

export class LinearChat implements Face {
  readonly #options: LinearChatOptions;
  readonly #desk: LineDesk;
  readonly questions: SpokenQuestions;
  #conversation: Conversation | undefined;
  #unsubscribe: Disposable | undefined;
  /** How much was said of each entry. */
  #told = new Map<string, 'begun' | 'done'>();
  #isVerbose = false;
  #wasBusy = false;
  #leave: () => void = () => undefined;
  readonly left: Promise<void>;

  constructor(options: LinearChatOptions) {
    this.#options = options;
    this.left = new Promise((resolve) => (this.#leave = resolve));
    this.#desk = new LineDesk(options.terminal, { line: (text) => this.#take(text), end: () => this.leave() });
    this.questions = new SpokenQuestions(this.#desk);
  }

  begin(conversation: Conversation, agent: string): void {
    this.#conversation = conversation;
    this.#desk.say(`Connected to ${agent}. Type a message and press Enter. /keys lists commands, /quit leaves.`);
    this.sessionOpened();
  }

  sessionOpened({ isShown = false }: { readonly isShown?: boolean } = {}): void {
    const { store } = this.#conversation ?? {};
    if (store === undefined) return;
    this.#unsubscribe?.[Symbol.dispose]();
    if (!isShown) this.#tellHistory(store.snapshot());
    this.#unsubscribe = store.subscribe((changes, transcript) => {
      if (changes.some(({ kind }) => kind === 'plan-added' || kind === 'plan-changed')) this.#tellPlan(transcript);
      this.changed();
    });
  }

  changed(): void {
    const { store, isBusy = false } = this.#conversation ?? {};
    if (store === undefined) return;
    const transcript = store.snapshot();
    this.#tellEntries(transcript, isBusy);
    if (isBusy && !this.#wasBusy) this.#desk.say('The agent is working. Type /cancel to cancel.');
    if (!isBusy && this.#wasBusy) {
      const facts = [usageWords(transcript), costWords(transcript)].flatMap((each) => each ?? []);
      this.#desk.say(['Your turn.', ...facts].join(' '));
    }
    this.#wasBusy = isBusy;
  }

  remark({ kind, text }: Remark): void {
    this.#desk.say(`${remarkWords[kind]}: ${harmless(text)}`);
  }

  print(lines: readonly Line[]): void {
    this.#desk.say(lines.map(textOfLine).join('\n'));
  }

  toggleDetails(): void {
    this.#isVerbose = !this.#isVerbose;
    this.#desk.say(`Thoughts and long output are read out ${this.#isVerbose ? 'whole' : 'in short'}.`);
  }

  leave(): void {
    this.#leave();
  }

  close(): Promise<void> {
    this.#unsubscribe?.[Symbol.dispose]();
    this.#desk.close();
    return this.#options.terminal.stdout.tell('');
  }

  readonly runInTerminal: Face['runInTerminal'] = (command, { signal }) =>
    this.#desk.aside(() => runInTerminal(command, signal));

  #take(text: string): void {
    const conversation = this.#conversation;
    if (text === '' || conversation === undefined) return;
    if (text === '/cancel') return conversation.cancel();
    if (this.#options.commands().run(text)) return;
    if (conversation.isBusy) this.#desk.say('Your message waits until the agent is done.');
    conversation.submit({ text, pictures: [] });
  }

  // -------------------------------------------------------------------------------------------- telling

  #tellHistory(transcript: Transcript): void {
    this.#told = new Map();
    const entries = transcript.entries.toArray();
    const skipped = Math.max(0, entries.length - mostOfHistory);
    if (skipped > 0) this.#desk.say(`${skipped} earlier entries are not read out.`);
    for (const entry of entries.slice(0, skipped)) this.#told.set(entry.id, 'done');
    for (const entry of entries.slice(skipped)) this.#tell(entry, transcript);
  }

  /** Everything that will not change any more, in its order. */
  #tellEntries(transcript: Transcript, isBusy: boolean): void {
    const { entries } = transcript;
    for (let place = firstUntold(transcript, this.#told); place < entries.size; place += 1) {
      const entry = entries.at(place) as Entry;
      const isLast = place === entries.size - 1;
      if (entry.type === 'tool_call' && !isFinished(entry)) this.#tellBeginning(entry);
      else if (entry.type === 'tool_call' || !isLast || !isBusy) this.#tell(entry, transcript);
    }
  }

  #tellBeginning(entry: ToolCallEntry): void {
    if (this.#told.has(entry.id)) return;
    this.#told.set(entry.id, 'begun');
    this.#desk.say(`Tool call: ${titleOf(entry)}`);
  }

  #tell(entry: Entry, transcript: Transcript): void {
    if (this.#told.get(entry.id) === 'done') return;
    this.#told.set(entry.id, 'done');
    this.#desk.say(this.#words(entry, transcript));
  }

  #words(entry: Entry, transcript: Transcript): string {
    const options = { width, cwd: this.#conversation?.cwd ?? '', isVerbose: this.#isVerbose, tick: 0 };
    const lines = entryView(entry, transcript, options).map(textOfLine);
    if (entry.type === 'user_message') return `You: ${messageText(entry).trim()}`;
    if (entry.type === 'agent_message') return `Agent: ${lines.join('\n')}`;
    if (entry.type === 'agent_thought') return `Thought: ${this.#thought(messageText(entry))}`;
    if (entry.type !== 'tool_call') return lines.join('\n');
    return [`Tool call ${entry.status}: ${titleOf(entry)}`, ...lines.slice(1).map((each) => each.trim())].join('\n');
  }

  #thought(text: string): string {
    return this.#isVerbose ? text.trim() : (text.trim().split('\n')[0] ?? '');
  }

  #tellPlan(transcript: Transcript): void {
    const plan = lastPlan(transcript)?.plan;
    if (plan?.type !== 'items') return;
    const steps = plan.entries.map(({ content, status }) => `${content}: ${status.replace('_', ' ')}`);
    if (steps.length > 0) this.#desk.say(['Plan:', ...numbered(steps)].join('\n'));
  }
}

/** Everything before the first entry that is not done was told. */
function firstUntold({ entries }: Transcript, told: ReadonlyMap<string, string>): number {
  let place = entries.size;
  while (place > 0 && told.get(entries.at(place - 1)?.id ?? '') !== 'done') place -= 1;
  return place;
}

const titleOf = ({ title, name }: ToolCallEntry): string => harmlessLine(title ?? name ?? 'unnamed');
