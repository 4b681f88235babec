/**
 * A chat in plain lines, for a screen reader or a simple terminal.
 *
 * Nothing is redrawn, nothing is animated, and everything is expressed in words: the role, the kind, the status.
 * Input from a pipe is a conversation as well, which ends with its last answer.
 */
import {
  findEntry,
  isFinished,
  lastPlan,
  unfinishedToolCalls,
  type Change,
  type Entry,
  type SubagentEntry,
  type Transcript,
} from '@acp-stack/transcript';
import { describeError } from '@acp-stack/rpc';
import type { Diff, ToolCallContent } from '@acp-stack/schema/v2/unstable';
import type { PermissionDecision, PermissionQuestion } from '@acp-stack/workspace/client';

import type { ChatSettings } from '../../../config/chat-settings.ts';
import type { Terminal } from '../../../terminal/terminal.ts';
import { clipboardCode } from '../input/clipboard.ts';
import { FrontEntries } from '../conversation/front-entries.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Note } from '../conversation/outcome-note.ts';
import { EarlyMessages } from '../conversation/early-messages.ts';
import { sentText, type Prompt } from '../conversation/prompt.ts';
import { InputHistory } from '../input/input-history.ts';
import { decideHeld } from '../slash-commands/held-messages.ts';
import type { ChatUi, HelpCommands, SlashCommands } from '../ui/chat-ui.ts';
import { completionOf, type CompletionSources } from '../input/completion.ts';
import { commandSuggestions, fileSuggestions, type FileFinder } from '../input/suggestions.ts';
import { runInTerminal } from '../../../terminal/run-in-terminal.ts';
import { escapeControls } from '../../../text/escape-control-characters.ts';
import { mayRing } from '../../../tui/notifier.ts';
import { textOfLine, type Line } from '../../../tui/styled-line.ts';
import { jsonOf } from '../view/asked-content.ts';
import { isSubagentRunning, subagentName } from '../view/subagent-view.ts';
import { costWords, usageWords } from '../view/status-line.ts';
import { LineInput } from './line-input.ts';
import { entryText, toolCallTitle } from './entry-text.ts';
import { numbered, PlainTextQuestions } from './plain-text-questions.ts';
import { SubagentReporter } from './subagent-reporter.ts';
import { ActivityReporter } from './activity-reporter.ts';

export interface PlainTextChatOptions {
  readonly terminal: Terminal;
  readonly commands: () => SlashCommands;
  readonly findFiles: FileFinder;
  readonly historyFile?: string | undefined;
  /** When the bell rings, unless `ACP_NOTIFY` says so. */
  readonly notify?: ChatSettings['notify'];
  /** What is being started or connected to. */
  readonly starting?: string;
}

/** The number of entries of a resumed session that are printed. */
const maxHistoryEntries = 20;

const noteWords: Readonly<Record<Note['kind'], string>> = { info: 'Note', warning: 'Warning', error: 'Error' };

export class PlainTextChat implements ChatUi {
  readonly #options: PlainTextChatOptions;
  readonly #lines: LineInput;
  readonly questions: PlainTextQuestions;
  readonly #activity: ActivityReporter;
  readonly #subagents = new SubagentReporter({
    say: (text) => this.#lines.say(text),
    nameOf: (sessionId) => this.#subagentTitle(sessionId),
  });
  #followsSubagents: Disposable | undefined;
  readonly #history: InputHistory;
  #conversation: Conversation | undefined;
  readonly #early = new EarlyMessages();
  #unsubscribe: Disposable | undefined;
  /** The number of entries, from the first one, of which all or the start was printed. */
  #printed = 0;
  readonly #front = new FrontEntries();
  /** Tool calls and subagents of which only the start was printed. */
  readonly #started = new Set<string>();
  /** Diffs that questions have printed, as JSON. */
  readonly #printedDiffs = new Set<string>();
  #isVerbose = false;
  #wasBusy = false;
  #leave: () => void = () => undefined;
  readonly left: Promise<void>;

  constructor(options: PlainTextChatOptions) {
    this.#options = options;
    this.#history = new InputHistory(options.historyFile);
    this.left = new Promise((resolve) => (this.#leave = resolve));
    const sources: CompletionSources = {
      commands: (typed) => commandSuggestions(typed, this.#conversation?.store.snapshot(), options.commands()),
      files: (pattern, signal) => fileSuggestions(options.findFiles, pattern, signal),
    };
    this.#lines = new LineInput(options.terminal, {
      line: (text) => this.#handleLine(text),
      isReady: () => this.#isReady,
      end: () => this.leave(),
      complete: (before, signal) => completionOf(before, sources, signal),
    });
    this.questions = new PlainTextQuestions(this.#lines, {
      cwd: () => this.#conversation?.cwd ?? '',
      diffs: (question) => this.#diffsOf(question),
      isInteractive: options.terminal.stdin.isTTY === true,
      asked: () => this.#ring(),
    });
    if (options.starting !== undefined && options.terminal.stdin.isTTY === true)
      this.#lines.say(`Connecting: ${options.starting}. Ctrl+C quits.`);
    this.#activity = new ActivityReporter({
      now: options.terminal.now,
      say: (words) => this.#lines.say(words),
      isBusy: () => this.#conversation?.isBusy === true,
      isCancelling: () => this.#conversation?.isCancelling === true,
      isAsking: () => this.#lines.isAsking,
      tool: () => this.#runningTool,
    });
  }

  begin(conversation: Conversation, agent: string): void {
    this.#conversation = conversation;
    this.#followsSubagents = conversation.subagents.subscribe((...news) => {
      this.#activity.recordMessage();
      this.#subagents.changed(...news);
    });
    this.#lines.say(
      `Connected to ${agent}. Type a message and press Enter. Tab lists completions, /help lists commands, /quit quits.`,
    );
    this.sessionOpened();
    for (const { prompt } of this.#early.takeAll()) this.#handleLine(prompt.text);
  }

  sessionOpened({ isShown = false }: { readonly isShown?: boolean } = {}): void {
    const { store } = this.#conversation ?? {};
    if (store === undefined) return;
    this.#unsubscribe?.[Symbol.dispose]();
    if (!isShown) this.#printHistory(store.snapshot());
    this.#unsubscribe = store.subscribe((changes, transcript) => {
      this.#activity.recordMessage();
      for (const change of changes) this.#printChange(change, transcript);
      this.changed();
    });
    this.#lines.handleWaitingLines();
  }

  changed(): void {
    const { store, isBusy = false } = this.#conversation ?? {};
    if (store === undefined) return;
    const transcript = store.snapshot();
    // What is read later and comes before what was read out is not read out.
    this.#printed += this.#front.added(transcript);
    this.#printEntries(transcript, isBusy);
    if (isBusy && !this.#wasBusy) this.#lines.say('The agent is working. Type /cancel to cancel.');
    if (!isBusy && this.#wasBusy) {
      const facts = [usageWords(transcript), costWords(transcript)].flatMap((each) => each ?? []);
      this.#lines.say(['Your turn.', ...facts].join(' '));
      this.#ring();
    }
    this.#wasBusy = isBusy;
    this.#activity.changed();
    this.#lines.handleWaitingLines();
  }

  /** Rings the bell if the user wants that: plain lines do not report the focus of the terminal. */
  #ring(): void {
    const { stdout, env } = this.#options.terminal;
    if (stdout.isTerminal && mayRing({ env, setting: this.#options.notify }, { hasFocus: true }))
      void stdout.tryWrite('\u0007');
  }

  /** The title of the tool call that runs. */
  get #runningTool(): string | undefined {
    const { store } = this.#conversation ?? {};
    const call = store === undefined ? undefined : unfinishedToolCalls(store.snapshot()).at(-1);
    return call === undefined ? undefined : toolCallTitle(call);
  }

  note({ kind, text }: Note): void {
    this.#lines.say(`${noteWords[kind]}: ${escapeControls(text)}`);
  }

  /** The question and the answer are already printed; they change how the tool call is printed. */
  answered(decision: PermissionDecision): void {
    this.#conversation?.answers.add(decision);
  }

  print(lines: readonly Line[]): void {
    if (lines.length > 0) this.#lines.say(lines.map(textOfLine).join('\n'));
  }

  /** Lists the commands of the agent and of the program, because there are no keys. */
  listKeys(): void {
    const known = commandSuggestions('/', this.#conversation?.store.snapshot(), this.#options.commands());
    this.#listCommands(known.map(({ label, description }) => ({ name: label, description })));
  }

  showHelp({ agent, program }: HelpCommands): void {
    this.#lines.say(
      [
        'Type a message to the agent. It asks before it changes something.',
        '@ and a name mentions a file.',
        'An exclamation mark and a command runs it in your shell; the agent gets the output with your next message.',
      ].join('\n'),
    );
    this.#listCommands([...agent, ...program]);
  }

  #listCommands(commands: HelpCommands['program']): void {
    const listed = commands.map(({ name, description }) => `${name}: ${description}`);
    this.#lines.say(['Commands:', '/cancel: Cancels the work of the agent, or a command.', ...listed].join('\n'));
  }

  get history(): readonly string[] {
    return this.#history.newestFirst;
  }

  replaceInput(text: string): void {
    if (!this.#lines.putBack(text)) this.#lines.say(`Not sent: ${escapeControls(text)}`);
  }

  toggleDetails(): void {
    this.#isVerbose = !this.#isVerbose;
    this.#lines.say(`Thoughts and long output are read out ${this.#isVerbose ? 'in full' : 'in short'}.`);
  }

  /** Prints the whole conversation in full. */
  openPager(): void {
    const conversation = this.#conversation;
    if (conversation === undefined) return;
    const print = (): void => {
      const { store, answers, cwd, subagents } = conversation;
      const transcript = store.snapshot();
      const options = { cwd, isVerbose: true, answers, subagent: subagents.transcript };
      for (const entry of transcript.entries.toArray()) this.#lines.say(entryText(entry, transcript, options));
    };
    if (!conversation.earlier.isMissing) return print();
    conversation.earlier.read().then(print, (error: unknown) => {
      this.note({ kind: 'error', text: `The earlier messages were not read: ${describeError(error)}` });
    });
  }

  copy(text: string): boolean {
    const { stdout, env } = this.#options.terminal;
    const canCopy = stdout.isTerminal && env['TERM'] !== 'dumb';
    if (canCopy) void stdout.tryWrite(clipboardCode(text));
    return canCopy;
  }

  leave(): void {
    this.#leave();
  }

  async close(): Promise<void> {
    this.#unsubscribe?.[Symbol.dispose]();
    this.#followsSubagents?.[Symbol.dispose]();
    this.#activity[Symbol.dispose]();
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

  #handleLine(text: string): void {
    const conversation = this.#conversation;
    if (text === '') return;
    if (conversation === undefined) {
      this.#early.add({ prompt: { text, pictures: [] }, mode: 'queue' });
      this.#lines.say('Your message is sent when the agent is connected. Ctrl+C quits.');
      return;
    }
    if (text === '/cancel') return this.#cancel(conversation);
    this.#history.add(text);
    if (this.#options.commands().run(text)) return;
    if (conversation.isBusy) this.#lines.say('Your message waits until the agent is done.');
    conversation.submit({ text, pictures: [] });
  }

  /** Stops a command of the user, or cancels the work; messages that wait are not sent before the user decides. */
  #cancel(conversation: Conversation): void {
    if (this.#options.commands().stop() || !conversation.interrupt()) return;
    const putBack = (prompt: Prompt): void => this.replaceInput(sentText(prompt));
    decideHeld({ conversation, questions: this.questions, putBack }).catch((error: unknown) =>
      this.note({ kind: 'error', text: describeError(error) }),
    );
  }

  // -------------------------------------------------------------------------------------------- printing

  #printHistory(transcript: Transcript): void {
    this.#started.clear();
    this.#subagents.forget();
    const entries = transcript.entries.toArray();
    const skipped = Math.max(0, entries.length - maxHistoryEntries);
    if (this.#conversation?.earlier.isMissing === true) this.#lines.say('Earlier entries are not read out.');
    else if (skipped > 0) this.#lines.say(`${skipped} earlier entries are not read out.`);
    this.#front.added(transcript);
    for (const entry of entries.slice(skipped)) this.#printEntry(entry, transcript);
    this.#printed = entries.length;
  }

  /** Prints every entry that will not change any more, in order, and the start of each unfinished tool call. */
  #printEntries(transcript: Transcript, isBusy: boolean): void {
    const { entries } = transcript;
    for (; this.#printed < entries.size; this.#printed += 1) {
      const entry = entries.at(this.#printed) as Entry;
      const isLast = this.#printed === entries.size - 1;
      if (entry.type === 'tool_call' && !isFinished(entry)) {
        this.#started.add(entry.id);
        this.#lines.say(`Tool call: ${toolCallTitle(entry)}`);
      } else if (entry.type === 'subagent' && isBusy && this.#isRunning(entry)) {
        this.#started.add(entry.id);
        this.#lines.say(`Subagent ${subagentName(entry)} has started.`);
      } else if (entry.type === 'tool_call' || !isLast || !isBusy) this.#printEntry(entry, transcript);
      else return;
    }
  }

  /** Prints the plan, and the end of a tool call of which only the start was printed. */
  #printChange(change: Change, transcript: Transcript): void {
    if (change.kind === 'plan-added' || change.kind === 'plan-changed') this.#printPlan(transcript);
    if (change.kind === 'entry-removed') this.#printed = Math.min(this.#printed, transcript.entries.size);
    const entry = change.kind === 'entry-changed' ? transcript.entries.get(change.id) : undefined;
    if (entry?.type === 'tool_call' && isFinished(entry) && this.#started.delete(entry.id))
      this.#printEntry(entry, transcript);
    if (entry?.type === 'subagent' && !this.#isRunning(entry) && this.#started.delete(entry.id))
      this.#printEntry(entry, transcript);
  }

  #isRunning(entry: SubagentEntry): boolean {
    return isSubagentRunning(entry, this.#conversation?.subagents.transcript(entry.sessionId));
  }

  /** A subagent of a subagent has no entry in the conversation. */
  #subagentTitle(sessionId: string): string {
    const transcript = this.#conversation?.store.snapshot();
    const entry = transcript === undefined ? undefined : findEntry(transcript, 'subagent', sessionId);
    return entry === undefined ? 'Subagent' : `Subagent ${subagentName(entry)}`;
  }

  #printEntry(entry: Entry, transcript: Transcript): void {
    const options = {
      cwd: this.#conversation?.cwd ?? '',
      isVerbose: this.#isVerbose,
      printedDiffs: this.#printedDiffs,
      answers: this.#conversation?.answers,
      subagent: this.#conversation?.subagents.transcript,
    };
    this.#lines.say(entryText(entry, transcript, options));
  }

  /** The diffs of a permission question, which prints them; they count as printed. */
  #diffsOf({ diffs, paths }: PermissionQuestion): readonly Diff[] {
    const shown = diffs.length > 0 ? diffs : this.#unappliedDiffs(paths);
    for (const diff of shown) this.#printedDiffs.add(jsonOf(diff));
    return shown;
  }

  /** The diffs of unfinished tool calls, for a question that is not about a tool call. */
  #unappliedDiffs(paths: readonly string[]): readonly Diff[] {
    const { store } = this.#conversation ?? {};
    if (store === undefined) return [];
    return unfinishedToolCalls(store.snapshot())
      .flatMap(({ content }) => content.toArray())
      .filter((item): item is Extract<ToolCallContent, { type: 'diff' }> => item.type === 'diff')
      .filter(({ changes }) => paths.length === 0 || changes.some((change) => paths.includes(pathOf(change))));
  }

  #printPlan(transcript: Transcript): void {
    const plan = lastPlan(transcript)?.plan;
    if (plan?.type !== 'items') return;
    const steps = plan.entries.map(({ content, status }) => `${content}: ${status.replace('_', ' ')}`);
    if (steps.length > 0) this.#lines.say(['Plan:', ...numbered(steps)].join('\n'));
  }
}

const pathOf = (change: object): string => (change as { readonly path?: string }).path ?? '';
