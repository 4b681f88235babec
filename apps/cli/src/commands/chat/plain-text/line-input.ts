/**
 * Reads lines from the user: answers to questions, and messages for the conversation.
 *
 * A pipe delivers all lines at once. Each line waits until a question or the conversation can use it, so that a later
 * message is not used as the answer to an earlier question.
 */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

import { canSuspend, interrupt, suspend } from '../../../terminal/own-signals.ts';
import type { Terminal } from '../../../terminal/terminal.ts';
import { RawTerminal } from '../../../tui/raw-terminal.ts';
import { choiceWords, TypedLine, type TypedLineOptions } from './typed-line.ts';

export interface LineListener {
  /** Called with a line that is not an answer. */
  readonly line: (text: string) => void;
  /** Whether such a line can be handled now. */
  readonly isReady: () => boolean;
  /** The input has ended. */
  readonly end: () => void;
  /** The completions of a text. */
  readonly complete: TypedLineOptions['complete'];
}

/** A question with numbered answers. */
interface NumberQuestion {
  readonly signal: AbortSignal;
  /** The index of the answer that a word stands for. */
  readonly byWord: (word: string) => number | undefined;
  /** Handles a word that is not an answer; false if it means nothing. */
  readonly command?: (word: string) => boolean;
}

type Answer = (line: string | undefined) => void;

/** Commands that are allowed instead of an answer. */
const endingCommand = /^(?:\/cancel|\/\/?(?:quit|exit))$/u;

export class LineInput {
  readonly #terminal: Terminal;
  readonly #listener: LineListener;
  /** The line editor of a terminal in raw mode; undefined if whole lines are read. */
  readonly #typed: { readonly line: TypedLine; readonly keys: RawTerminal } | undefined;
  readonly #lines: Interface | undefined;
  /** The questions that wait for an answer, oldest first. */
  readonly #questions: Answer[] = [];
  /** Lines of a pipe that were not handled yet. */
  readonly #waitingLines: string[] = [];
  #hasEnded = false;
  /** Settles when the last question is answered; questions are asked one after the other. */
  #lastQuestion: Promise<unknown> = Promise.resolve();

  constructor(terminal: Terminal, listener: LineListener) {
    this.#terminal = terminal;
    this.#listener = listener;
    if (hasRawMode(terminal)) this.#typed = this.#readKeys();
    else this.#lines = this.#readLines();
  }

  say(text: string): void {
    if (this.#typed === undefined) void this.#terminal.stdout.tryWrite(`${text}\n`);
    else this.#typed.line.say(text);
  }

  /** Puts text into the line, before what is typed; false if whole lines are read. */
  putBack(text: string): boolean {
    this.#typed?.line.putBack(text.replaceAll('\n', ' '));
    return this.#typed !== undefined;
  }

  /** Whether the typed text can be hidden. */
  get canHide(): boolean {
    return this.#typed !== undefined;
  }

  /** Whether a question waits for an answer. */
  get isAsking(): boolean {
    return this.#questions.length > 0;
  }

  /** Passes waiting lines of a pipe to the questions, and then to the listener while it is ready. */
  handleWaitingLines(): void {
    while (this.#questions.length > 0 && (this.#waitingLines.length > 0 || this.#hasEnded)) {
      this.#questions.shift()?.(this.#waitingLines.shift());
    }
    while (this.#questions.length === 0 && this.#listener.isReady()) {
      const next = this.#waitingLines.shift();
      if (next !== undefined) this.#listener.line(next.trim());
      else if (this.#hasEnded) return this.#listener.end();
      else return undefined;
    }
    return undefined;
  }

  /** Asks a question after the earlier ones were answered. */
  inOrder<T>(question: () => Promise<T>): Promise<T> {
    const answer = this.#lastQuestion.then(question);
    this.#lastQuestion = answer.catch(() => undefined);
    return answer;
  }

  /** Resolves with the next line, or with undefined if the question is withdrawn or the input ends. */
  ask(signal?: AbortSignal, { isSecret = false }: { readonly isSecret?: boolean } = {}): Promise<string | undefined> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve(undefined);
      // What was typed before the question does not answer it, and comes back after it.
      const typed = this.#typed?.line.take() ?? '';
      const end = (text: string | undefined): void => {
        this.#hide(false);
        if (typed !== '') this.#typed?.line.putBack(typed);
        resolve(text);
      };
      const answer: Answer = (text) => {
        signal?.removeEventListener('abort', withdraw);
        end(text);
      };
      const withdraw = (): void => {
        const index = this.#questions.indexOf(answer);
        if (index >= 0) this.#questions.splice(index, 1);
        this.say('The question was withdrawn.');
        end(undefined);
      };
      signal?.addEventListener('abort', withdraw, { once: true });
      this.#questions.push(answer);
      this.#hide(isSecret);
      return this.handleWaitingLines();
    });
  }

  /**
   * Resolves with the index of an answer, which is given by its number from 1 to `count` or by a word. Resolves with
   * undefined for an empty line or a command that ends the question.
   */
  async askNumber(count: number, { signal, byWord, command }: NumberQuestion): Promise<number | undefined> {
    for (;;) {
      const text = (await this.ask(signal))?.trim() ?? '';
      if (text === '') return undefined;
      if (endingCommand.test(text)) {
        this.#listener.line(text);
        return undefined;
      }
      const number = Number(text);
      if (Number.isInteger(number) && number >= 1 && number <= count) return number - 1;
      const index = byWord(text.toLowerCase());
      if (index !== undefined) return index;
      if (command?.(text.toLowerCase()) !== true) this.say(`Type a number from 1 to ${count}, /cancel or /quit.`);
    }
  }

  /** Releases the input while `work` runs. */
  async release<T>(work: () => Promise<T>): Promise<T> {
    this.#lines?.pause();
    await this.#typed?.keys.close();
    try {
      return await work();
    } finally {
      this.#lines?.resume();
      this.#typed?.keys.open();
    }
  }

  async close(): Promise<void> {
    this.#lines?.close();
    await this.#typed?.keys.close();
    this.#input.pause();
  }

  #readKeys(): { readonly line: TypedLine; readonly keys: RawTerminal } {
    const line = new TypedLine({
      write: (text) => void this.#terminal.stdout.tryWrite(text),
      line: (text) => this.#receive(text),
      end: () => this.#end(),
      // Ctrl+C and Ctrl+Z send the signals that a terminal in line mode sends.
      interrupt: () => interrupt(),
      suspend: () => void this.#suspend(),
      complete: this.#listener.complete,
    });
    const keys = new RawTerminal(
      this.#terminal,
      { key: (key) => line.press(key), end: () => this.#end() },
      { isPlain: true },
    );
    keys.open();
    return { line, keys };
  }

  /** Suspends the program until it is continued; does nothing on Windows. */
  async #suspend(): Promise<void> {
    if (!canSuspend()) return;
    await this.#typed?.keys.close();
    await suspend();
    this.#typed?.keys.open();
    await this.#terminal.stdout.tryWrite(this.#typed?.line.shown ?? '');
  }

  #readLines(): Interface {
    const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: this.#input, output: discard, terminal: false });
    lines.on('line', (text) => this.#receive(text));
    lines.on('close', () => this.#end());
    return lines;
  }

  #receive(text: string): void {
    const answer = this.#questions.shift();
    if (answer !== undefined) answer(text);
    else if (this.#terminal.stdin.isTTY !== true) {
      this.#waitingLines.push(text);
      this.handleWaitingLines();
    } else if (text.endsWith('\t')) void this.#listCompletions(text.trimEnd());
    else this.#listener.line(text.trim());
  }

  /** Lists the completions of a line that ends with a Tab: a terminal in line mode passes it with the line. */
  async #listCompletions(before: string): Promise<void> {
    const { suggestions } = await this.#listener.complete(before, new AbortController().signal);
    this.say(choiceWords(suggestions));
  }

  #end(): void {
    this.#hasEnded = true;
    for (const answer of this.#questions.splice(0)) answer(undefined);
    if (this.#terminal.stdin.isTTY === true) this.#listener.end();
    else this.handleWaitingLines();
  }

  #hide(isSecret: boolean): void {
    if (this.#typed !== undefined) this.#typed.line.isSecret = isSecret;
  }

  get #input(): NodeJS.ReadableStream {
    return this.#terminal.stdin as unknown as NodeJS.ReadableStream;
  }
}

/** Whether stdin and stdout are terminals with raw mode. */
function hasRawMode({ stdin, stdout, env }: Terminal): boolean {
  const { setRawMode } = stdin as { readonly setRawMode?: unknown };
  return stdin.isTTY === true && stdout.isTerminal && env['TERM'] !== 'dumb' && typeof setRawMode === 'function';
}
