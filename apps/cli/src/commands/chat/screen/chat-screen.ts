/**
 * A chat on a screen: the conversation goes into the scrollback, the input and running work stay at the end.
 *
 * Frames are drawn after changes, at a limited rate. Closing it restores the terminal.
 */
import { describeError } from '@acp-stack/rpc';
import { findEntry } from '@acp-stack/transcript';
import type { PermissionDecision } from '@acp-stack/workspace/client';

import type { ChatSettings } from '../../../config/chat-settings.ts';
import type { Terminal } from '../../../terminal/terminal.ts';
import { clipboardCode } from '../input/clipboard.ts';
import { helpLines } from '../slash-commands/help.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Note } from '../conversation/outcome-note.ts';
import type { ChatUi, HelpCommands, PrintOptions, SlashCommands } from '../ui/chat-ui.ts';
import { MessageInput } from '../input/message-input.ts';
import type { FileFinder } from '../input/suggestions.ts';
import { keyLines } from './key-list.ts';
import { PagerScreen } from '../pager/pager-screen.ts';
import { Interruptions } from './interruptions.ts';
import { ReleasedTerminal } from './released-terminal.ts';
import { ModeSwitch } from './mode-switch.ts';
import { isWheel, turnWheel } from './wheel.ts';
import { SixelTerminal } from '../../../picture/sixel-terminal.ts';
import { ScreenQuestions } from '../panels/screen-questions.ts';
import type { QuietClock } from '../panels/quiet-time.ts';
import { TypingGuard } from '../panels/typing-guard.ts';
import { Notifier, type Situation } from '../../../tui/notifier.ts';
import { isControl, type Key } from '../../../tui/key.ts';
import { FrameClock } from '../../../tui/frame-clock.ts';
import { RawTerminal } from '../../../tui/raw-terminal.ts';
import { Screen } from '../../../tui/screen.ts';
import type { ChosenTheme } from '../../../tui/choose-theme.ts';
import { TerminalTheme } from '../../../tui/terminal-theme.ts';
import type { Panel } from '../../../tui/panel.ts';
import { composeFrame } from './frame.ts';
import { wrap, type Line } from '../../../tui/styled-line.ts';
import { answeredView } from '../view/answered-view.ts';
import { fullRecentEntries } from '../view/full-recent-entries.ts';
import { noteView } from '../view/note-view.ts';
import { PlanDisplay } from '../view/plan-display.ts';
import { pictureOptions } from '../view/picture-view.ts';
import { Scrollback } from '../view/scrollback.ts';
import type { ViewOptions } from '../view/view-options.ts';
import { ActivityMonitor, activityWords } from '../conversation/activity-monitor.ts';

export interface ChatScreenOptions {
  readonly terminal: Terminal;
  readonly theme: ChosenTheme;
  /** The number of lines of the first frame, which is already on the screen. */
  readonly drawn: number;
  readonly historyFile: string | undefined;
  readonly commands: () => SlashCommands;
  readonly findFiles: FileFinder;
  readonly settings?: ChatSettings | undefined;
  /** What is being started or connected to. */
  readonly starting?: string;
  /** Whether the agent goes on without this program: then Ctrl+C only leaves. */
  readonly isDetachable?: boolean;
  /** How time passes for a question that keys could answer by accident; for tests. */
  readonly quietClock?: QuietClock;
}

/** The commands that a Ctrl key runs. */
const shortcuts: Readonly<Record<string, string>> = {
  o: '//settings',
  r: '//history',
  t: '//details',
  x: '//resume',
};

const isModeKey = (key: Key): boolean => key.name === 'tab' && key.isShift;

export class ChatScreen implements ChatUi {
  readonly #options: ChatScreenOptions;
  readonly #screen: Screen;
  readonly #keys: RawTerminal;
  readonly #released: ReleasedTerminal;
  readonly #messages: MessageInput;
  readonly #pager: PagerScreen;
  readonly questions: ScreenQuestions;
  readonly #clock: FrameClock;
  readonly #resize: Disposable;
  readonly #notifier: Notifier;
  readonly #activity: ActivityMonitor;
  readonly #scrollback: Scrollback;
  readonly #plans = new PlanDisplay();
  readonly #modes = new ModeSwitch((note) => this.note(note));
  #conversation: Conversation | undefined;
  readonly #interruptions: Interruptions;
  readonly #startedAt: number;
  #agent = '';
  #isVerbose = false;
  readonly #guard = new TypingGuard();
  /** The question in the last frame. */
  #drawnQuestion: Panel | undefined;
  #leave: () => void = () => undefined;
  readonly left: Promise<void>;

  constructor(options: ChatScreenOptions) {
    const { terminal, theme, drawn, historyFile } = options;
    this.#options = options;
    this.#startedAt = terminal.now();
    const shown = new TerminalTheme(theme, () => this.changed());
    this.#screen = new Screen(terminal.stdout, { theme: () => shown.current, now: terminal.now, drawn });
    const sixels = new SixelTerminal(terminal.env);
    this.#scrollback = new Scrollback({
      screen: this.#screen,
      options: () => ({ ...this.#viewOptions(), pictures: pictureOptions(terminal.env, this.#screen.rows, sixels) }),
      changed: () => {
        this.#activity.recordMessage();
        this.changed();
      },
    });
    this.#clock = new FrameClock(() => this.#draw());
    this.questions = new ScreenQuestions(() => this.changed(), options.quietClock);
    this.left = new Promise((resolve) => (this.#leave = resolve));
    this.#pager = new PagerScreen({
      output: terminal.stdout,
      screen: this.#screen,
      theme: () => shown.current,
      isAsked: () => this.questions.current !== undefined,
      redraw: () => this.changed(),
    });
    this.#messages = new MessageInput({
      conversation: () => this.#conversation,
      commands: options.commands,
      questions: this.questions,
      findFiles: options.findFiles,
      historyFile,
      env: terminal.env,
      keyLines,
      note: (note) => this.note(note),
      redraw: () => this.changed(),
    });
    this.#interruptions = new Interruptions({
      conversation: () => this.#conversation,
      messages: this.#messages,
      stopCommand: () => options.commands().stop(),
      leave: () => this.leave(),
    });
    this.#activity = new ActivityMonitor(terminal.now);
    this.#notifier = new Notifier({
      write: (codes) => void terminal.stdout.tryWrite(codes),
      env: terminal.env,
      setting: options.settings?.notify,
    });
    const press = (key: Key): void => {
      this.#press(key);
      this.questions.quiet.press(key);
    };
    const reply = (answer: string): void => {
      shown.hear(answer);
      void sixels.hear(answer);
    };
    const listener = { key: press, reply, end: () => this.leave() };
    this.#keys = new RawTerminal(terminal, listener, {
      reportsFocus: true,
      reportsWheel: options.settings?.mouse === true,
      questions: shown.questions + sixels.questions,
    });
    this.#released = new ReleasedTerminal({
      screen: this.#screen,
      keys: this.#keys,
      clock: this.#clock,
      env: terminal.env,
      hideQuestion: () => this.#hideQuestion(),
      redraw: () => this.changed(),
      failed: (error) => this.note({ kind: 'error', text: describeError(error) }),
    });
    this.#keys.open();
    this.#resize = terminal.stdout.onResize(() => {
      this.#screen.resized();
      this.#hideQuestion();
      this.#clock.request();
    });
    this.changed();
  }

  // -------------------------------------------------------------------------------------------- the conversation

  begin(conversation: Conversation, agent: string): void {
    this.#conversation = conversation;
    this.#agent = agent;
    conversation.subagents.subscribe(() => this.#activity.recordMessage());
    this.sessionOpened();
    this.#messages.begin();
  }

  sessionOpened({ isShown = false }: { readonly isShown?: boolean } = {}): void {
    const { store, earlier } = this.#conversation ?? {};
    if (store === undefined) return;
    this.#scrollback.follow(store, { isShown, hasEarlier: earlier?.isMissing === true });
    this.changed();
  }

  changed(): void {
    this.#guard.update(this.questions.current, { isTyping: !this.#messages.box.isEmpty });
    this.#clock.request();
    const isRunning = this.#conversation?.isBusy === true || this.#options.commands().activity() !== undefined;
    this.#clock.animate(this.#conversation === undefined || isRunning);
  }

  failed(): void {
    this.#notifier.failed();
  }

  note(note: Note): void {
    if (note.kind === 'error') this.failed();
    this.#scrollback.interrupt([...noteView(note, this.#screen.width), []], note);
    this.changed();
  }

  print(lines: readonly Line[], { isPart = false }: PrintOptions = {}): void {
    this.#scrollback.interrupt([...lines.flatMap((each) => wrap(each, this.#screen.width)), ...(isPart ? [] : [[]])]);
    this.changed();
  }

  answered(decision: PermissionDecision): void {
    const { store, answers, cwd } = this.#conversation ?? {};
    answers?.add(decision);
    const { question, by } = decision;
    const isShown =
      store !== undefined && findEntry(store.snapshot(), 'tool_call', question.toolCallId ?? '') !== undefined;
    // Without a tool call, nothing else would keep what was asked.
    if (by === 'user' && !isShown)
      this.#scrollback.interrupt([...answeredView(decision, { cwd: cwd ?? '', width: this.#screen.width }), []]);
    this.changed();
  }

  readonly listKeys = (): void => this.print(keyLines(this.#screen.width));

  showHelp(commands: HelpCommands): void {
    this.print(helpLines({ ...commands, width: this.#screen.width }));
  }

  toggleDetails(): void {
    this.#isVerbose = !this.#isVerbose;
    const change = this.#isVerbose ? 'are shown in full from now on' : 'are shown in short again';
    this.note({ kind: 'info', text: `Thoughts and long output ${change}.` });
    const { store } = this.#conversation ?? {};
    if (this.#isVerbose && store !== undefined)
      this.#screen.print(fullRecentEntries(store.snapshot(), this.#viewOptions()));
  }

  openPager(): void {
    if (this.#conversation !== undefined) this.#pager.open(this.#conversation);
  }

  get history(): readonly string[] {
    return this.#messages.history.newestFirst;
  }

  replaceInput(text: string): void {
    this.#messages.box.set(text);
    this.changed();
  }

  copy(text: string): boolean {
    void this.#options.terminal.stdout.tryWrite(clipboardCode(text));
    return true;
  }

  readonly leave = (): void => this.#leave();

  async close(): Promise<void> {
    this.#clock.stop();
    await this.#pager.close();
    this.#resize[Symbol.dispose]();
    this.questions.dismissAll();
    this.questions.quiet[Symbol.dispose]();
    this.#scrollback.close();
    await this.#screen.close();
    await this.#keys.close();
  }

  readonly runInTerminal: ChatUi['runInTerminal'] = (command, options) => this.#released.run(command, options);

  // -------------------------------------------------------------------------------------------- keys

  #press(key: Key): void {
    if (key.name === 'focus-in' || key.name === 'focus-out') return this.#notifier.focus(key.name === 'focus-in');
    if (!isControl(key, 'c')) this.#interruptions.isLeaving = false;
    if (!isModeKey(key)) this.#modes.confirm(this.#conversation);
    if (isWheel(key))
      return turnWheel(key, { pager: this.#pager, panel: this.questions.current, open: () => this.openPager() });
    if (this.#pager.isOpen) return this.#pager.press(key);
    if (isControl(key, 'z')) return void this.#released.suspend();
    const panel = this.questions.current;
    // Also during a question: the user may have to read the conversation to answer it.
    if (isControl(key, 'l') || (key.name === 'page-up' && panel?.canScroll !== true)) return this.openPager();
    // Ctrl+D is not used for editing here, so it also quits during a question; and work of a hub goes on without us.
    const isLeft = isControl(key, 'd') || (this.#options.isDetachable === true && isControl(key, 'c'));
    if (isLeft && this.#messages.box.isEmpty) return this.leave();
    if (panel !== undefined) return this.#canAnswer(panel, key) ? panel.press(key) : this.changed();
    if (this.#messages.pending.press(key)) return this.changed();
    if (key.name === 'escape') this.#interruptions.escape();
    else if (isControl(key, 'c')) this.#interruptions.interrupt();
    else if (isModeKey(key)) this.#messages.report(this.#conversation && this.#modes.next(this.#conversation));
    else if (isControl(key, 'p')) this.#plans.toggle();
    else if (isControl(key, 'g')) return void this.#released.edit(this.#messages.box);
    else if (!this.#pressShortcut(key)) this.#messages.box.press(key);
    return this.changed();
  }

  /** Whether the key goes to the question: not while the user types, and only Ctrl+C while it is not visible. */
  #canAnswer(panel: Panel, key: Key): boolean {
    const isVisible = panel === this.#drawnQuestion || !panel.isUnexpected;
    return (isVisible || isControl(key, 'c')) && this.#guard.passes(panel, key);
  }

  #pressShortcut(key: Key): boolean {
    const command = key.isControl ? shortcuts[key.name] : undefined;
    if (command === undefined || this.#conversation === undefined) return false;
    return this.#options.commands().run(command);
  }

  // -------------------------------------------------------------------------------------------- drawing

  #draw(): void {
    if (this.#screen.failure !== undefined) return this.leave();
    this.#notifier.update(this.#situation, this.#conversation?.cwd ?? '');
    if (this.#pager.isOpen) {
      this.#hideQuestion();
      return this.#pager.draw();
    }
    this.#scrollback.settle();
    const { current } = this.questions;
    this.#drawnQuestion = undefined;
    const { lines, cursor } = composeFrame({
      space: { width: this.#screen.width, rows: this.#screen.rows },
      conversation: this.#conversation,
      view: this.#scrollback.view,
      plans: this.#plans,
      options: this.#viewOptions(),
      agent: this.#agent,
      isLeaving: this.#interruptions.isLeaving,
      connectingFor: this.#options.terminal.now() - this.#startedAt,
      starting: this.#options.starting ?? '',
      bottom: (space) => {
        this.#drawnQuestion = current;
        return (current ?? this.#messages.box).draw(space);
      },
      hasPanel: current !== undefined,
      asked: this.questions.permissionQuestion,
      isGuarded: this.#guard.isGuarding(current),
      isTyping: !this.#messages.box.isEmpty,
      activityWords: activityWords(
        this.#activity.check({
          isBusy: this.#conversation?.isBusy === true,
          isAsking: this.#isAgentAsking,
          isCancelling: this.#conversation?.isCancelling === true,
        }),
      ),
      elapsed: this.#activity.elapsed,
      shellActivity: this.#options.commands().activity(),
      pending: {
        all: this.#conversation?.pending.all ?? this.#messages.early.all,
        selected: this.#messages.pending.selected,
        edited: this.#messages.pending.edited,
      },
    });
    const drawn = this.#drawnQuestion;
    const shown = (): void => {
      if (drawn === this.#drawnQuestion) this.questions.quiet.show(drawn);
    };
    return this.#screen.draw(lines, { cursor, shown });
  }

  /** No key answers a question until it is drawn again. */
  #hideQuestion(): void {
    this.#drawnQuestion = undefined;
    this.questions.quiet.show(undefined);
  }

  /** Whether the agent waits for an answer of the user. */
  get #isAgentAsking(): boolean {
    return this.questions.current?.isUnexpected === true;
  }

  get #situation(): Situation {
    if (this.#isAgentAsking) return 'asking';
    const { isBusy = false, pending } = this.#conversation ?? {};
    return isBusy || (pending?.all.length ?? 0) > 0 ? 'working' : 'idle';
  }

  #viewOptions(): ViewOptions {
    return {
      width: this.#screen.width,
      cwd: this.#conversation?.cwd ?? '',
      isVerbose: this.#isVerbose,
      tick: this.#clock.tick,
      answers: this.#conversation?.answers,
      subagent: this.#conversation?.subagents.transcript,
    };
  }
}
