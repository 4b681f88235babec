/**
 * A chat in plain lines, for a screen reader or a simple terminal.
 *
 * Nothing is redrawn, nothing is animated, and everything is expressed in words: who spoke, what it is, how it ended.
 * Input from a pipe is a conversation as well, which ends with its last answer.
 */
import {
  isFinished,
  lastPlan,
  unfinishedToolCalls,
  type Entry,
  type ToolCallEntry,
  type Transcript,
} from '@acp-stack/transcript';
import type { Diff, ToolCallContent } from '@acp-stack/schema/v2/unstable';

import type { Terminal } from '../../../terminal/terminal.ts';
import { clipboardCode } from '../input/clipboard.ts';
import type { Conversation, Note } from '../conversation/conversation.ts';
import type { ChatUi, SlashCommands } from '../ui/chat-ui.ts';
import { completionOf, type CompletionSources } from '../input/completion.ts';
import { commandSuggestions, fileSuggestions, type FileFinder } from '../input/suggestions.ts';
import { runInTerminal } from '../../../terminal/run-in-terminal.ts';
import { escapeControls } from '../../../text/escape-control-characters.ts';
import { textOfLine, type Line } from '../../../tui/styled-line.ts';
import { costWords, usageWords } from '../view/status-line.ts';
import { LineInput } from './line-input.ts';
import { spokenEntry, spokenTitle } from './spoken-entry.ts';
import { numbered, SpokenQuestions } from './spoken-questions.ts';
import { SpokenActivity } from './spoken-activity.ts';

export interface LinearChatOptions {
  readonly terminal: Terminal;
  readonly commands: () => SlashCommands;
  readonly findFiles: FileFinder;
}

/** Entries of a resumed session that are read out. */
const mostOfHistory = 20;

const noteWords: Readonly<Record<Note['kind'], string>> = { info: 'Note', warning: 'Warning', error: 'Error' };

export class LinearChat implements ChatUi {
  readonly #options: LinearChatOptions;
  readonly #lines: LineInput;
  readonly questions: SpokenQuestions;
  readonly #work: SpokenActivity;
  #conversation: Conversation | undefined;
  #unsubscribe: Disposable | undefined;
  /** How much of each entry was read out. */
  #told = new Map<string, 'begun' | 'done'>();
  readonly #toldDiffs = new WeakSet<object>();
  #isVerbose = false;
  #wasBusy = false;
  #leave: () => void = () => undefined;
  readonly left: Promise<void>;

  constructor(options: LinearChatOptions) {
    this.#options = options;
    this.left = new Promise((resolve) => (this.#leave = resolve));
    const sources: CompletionSources = {
      commands: (typed) => commandSuggestions(typed, this.#conversation?.store.snapshot(), options.commands()),
      files: (pattern, signal) => fileSuggestions(options.findFiles, pattern, signal),
    };
    this.#lines = new LineInput(options.terminal, {
      line: (text) => this.#take(text),
      isReady: () => this.#isReady,
      end: () => this.leave(),
      complete: (before, signal) => completionOf(before, sources, signal),
    });
    this.questions = new SpokenQuestions(this.#lines, {
      cwd: () => this.#conversation?.cwd ?? '',
      openDiffs: (paths) => this.#openDiffs(paths),
    });
    this.#work = new SpokenActivity({
      now: options.terminal.now,
      say: (words) => this.#lines.say(words),
      isBusy: () => this.#conversation?.isBusy === true && !this.#lines.isAsking,
      isCancelling: () => this.#conversation?.isCancelling === true,
    });
  }

  begin(conversation: Conversation, agent: string): void {
    this.#conversation = conversation;
    this.#lines.say(
      `Connected to ${agent}. Type a message and press Enter. Tab lists completions, /keys lists commands, /quit quits.`,
    );
    this.sessionOpened();
  }

  sessionOpened({ isShown = false }: { readonly isShown?: boolean } = {}): void {
    const { store } = this.#conversation ?? {};
    if (store === undefined) return;
    this.#unsubscribe?.[Symbol.dispose]();
    if (!isShown) this.#tellHistory(store.snapshot());
    this.#unsubscribe = store.subscribe((changes, transcript) => {
      this.#work.heard();
      if (changes.some(({ kind }) => kind === 'plan-added' || kind === 'plan-changed')) this.#tellPlan(transcript);
      this.changed();
    });
    this.#lines.look();
  }

  changed(): void {
    const { store, isBusy = false } = this.#conversation ?? {};
    if (store === undefined) return;
    const transcript = store.snapshot();
    this.#tellEntries(transcript, isBusy);
    if (isBusy && !this.#wasBusy) this.#lines.say('The agent is working. Type /cancel to cancel.');
    if (!isBusy && this.#wasBusy) {
      const facts = [usageWords(transcript), costWords(transcript)].flatMap((each) => each ?? []);
      this.#lines.say(['Your turn.', ...facts].join(' '));
    }
    this.#wasBusy = isBusy;
    this.#work.changed();
    this.#lines.look();
  }

  note({ kind, text }: Note): void {
    this.#lines.say(`${noteWords[kind]}: ${escapeControls(text)}`);
  }

  print(lines: readonly Line[]): void {
    this.#lines.say(lines.map(textOfLine).join('\n'));
  }

  /** Lists the commands of the agent and of the program, because there are no keys. */
  listKeys(): void {
    const known = commandSuggestions('/', this.#conversation?.store.snapshot(), this.#options.commands());
    const commands = known.map(({ label, description }) => `${label}: ${description}`);
    this.#lines.say(['Commands:', '/cancel: Cancels the work of the agent.', ...commands].join('\n'));
  }

  toggleDetails(): void {
    this.#isVerbose = !this.#isVerbose;
    this.#lines.say(`Thoughts and long output are read out ${this.#isVerbose ? 'in full' : 'in short'}.`);
  }

  /** Reads the whole conversation in full. */
  openPager(): void {
    const { store, cwd = '' } = this.#conversation ?? {};
    const transcript = store?.snapshot();
    for (const entry of transcript?.entries.toArray() ?? []) {
      this.#lines.say(spokenEntry(entry, transcript as Transcript, { cwd, isVerbose: true }));
    }
  }

  copy(text: string): boolean {
    const { stdout, env } = this.#options.terminal;
    const canCopy = stdout.isTerminal && env['TERM'] !== 'dumb';
    if (canCopy) void stdout.tell(clipboardCode(text));
    return canCopy;
  }

  leave(): void {
    this.#leave();
  }

  async close(): Promise<void> {
    this.#unsubscribe?.[Symbol.dispose]();
    this.#work[Symbol.dispose]();
    await this.#lines.close();
  }

  readonly runInTerminal: ChatUi['runInTerminal'] = (command, { signal }) =>
    this.#lines.release(() => runInTerminal(command, signal));

  /** Whether the next line of a pipe can be handled. */
  get #isReady(): boolean {
    const conversation = this.#conversation;
    if (conversation?.session === undefined || this.#options.commands().isRunning()) return false;
    return !conversation.isBusy && conversation.pending.all.length === 0;
  }

  #take(text: string): void {
    const conversation = this.#conversation;
    if (text === '' || conversation === undefined) return;
    if (text === '/cancel') return conversation.cancel();
    if (this.#options.commands().run(text)) return;
    if (conversation.isBusy) this.#lines.say('Your message waits until the agent is done.');
    conversation.submit({ text, pictures: [] });
  }

  // -------------------------------------------------------------------------------------------- reading out

  #tellHistory(transcript: Transcript): void {
    this.#told = new Map();
    const entries = transcript.entries.toArray();
    const skipped = Math.max(0, entries.length - mostOfHistory);
    if (skipped > 0) this.#lines.say(`${skipped} earlier entries are not read out.`);
    for (const entry of entries.slice(0, skipped)) this.#told.set(entry.id, 'done');
    for (const entry of entries.slice(skipped)) this.#tell(entry, transcript);
  }

  /** Reads out every entry that will not change any more, in order. */
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
    this.#lines.say(`Tool call: ${spokenTitle(entry)}`);
  }

  #tell(entry: Entry, transcript: Transcript): void {
    if (this.#told.get(entry.id) === 'done') return;
    this.#told.set(entry.id, 'done');
    const options = { cwd: this.#conversation?.cwd ?? '', isVerbose: this.#isVerbose, told: this.#toldDiffs };
    this.#lines.say(spokenEntry(entry, transcript, options));
  }

  /** Reads out the diffs of a change before the user decides about it. */
  #openDiffs(paths: readonly string[]): readonly Diff[] {
    const { store } = this.#conversation ?? {};
    if (store === undefined) return [];
    const diffs = unfinishedToolCalls(store.snapshot())
      .flatMap(({ content }) => content.toArray())
      .filter((item): item is Extract<ToolCallContent, { type: 'diff' }> => item.type === 'diff')
      .filter(({ changes }) => paths.length === 0 || changes.some((change) => paths.includes(pathOf(change))));
    for (const diff of diffs) this.#toldDiffs.add(diff);
    return diffs;
  }

  #tellPlan(transcript: Transcript): void {
    const plan = lastPlan(transcript)?.plan;
    if (plan?.type !== 'items') return;
    const steps = plan.entries.map(({ content, status }) => `${content}: ${status.replace('_', ' ')}`);
    if (steps.length > 0) this.#lines.say(['Plan:', ...numbered(steps)].join('\n'));
  }
}

/** The index of the first entry that was not read out. */
function firstUntold({ entries }: Transcript, told: ReadonlyMap<string, string>): number {
  let place = entries.size;
  while (place > 0 && told.get(entries.at(place - 1)?.id ?? '') !== 'done') place -= 1;
  return place;
}

const pathOf = (change: object): string => (change as { readonly path?: string }).path ?? '';
