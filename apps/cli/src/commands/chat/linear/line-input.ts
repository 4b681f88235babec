/**
 * Reads lines from the user: answers to questions, and messages for the conversation.
 *
 * A pipe delivers all lines at once. Each line is taken when it is wanted, so that a later message is not taken as the
 * answer to an earlier question.
 */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

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
}

type Answer = (line: string | undefined) => void;

/** Commands that are allowed instead of an answer. */
const endingCommand = /^(?:\/cancel|\/\/?quit)$/u;

export class LineInput {
  readonly #terminal: Terminal;
  readonly #listener: LineListener;
  /** The line editor of a terminal in raw mode; undefined if whole lines are read. */
  readonly #typed: { readonly line: TypedLine; readonly keys: RawTerminal } | undefined;
  readonly #lines: Interface | undefined;
  /** The questions that wait for an answer, oldest first. */
  readonly #asking: Answer[] = [];
  /** Lines that were not used yet. */
  readonly #unused: string[] = [];
  #isOver = false;
  /** The questions are asked one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(terminal: Terminal, listener: LineListener) {
    this.#terminal = terminal;
    this.#listener = listener;
    if (takesKeys(terminal)) this.#typed = this.#readKeys();
    else this.#lines = this.#readLines();
  }

  say(text: string): void {
    if (this.#typed === undefined) void this.#terminal.stdout.tell(`${text}\n`);
    else this.#typed.line.say(text);
  }

  /** Whether the typed text can be hidden. */
  get canHide(): boolean {
    return this.#typed !== undefined;
  }

  /** Whether a question waits for an answer. */
  get isAsking(): boolean {
    return this.#asking.length > 0;
  }

  /** Uses early lines if they are wanted now. */
  look(): void {
    while (this.#asking.length > 0 && (this.#unused.length > 0 || this.#isOver)) {
      this.#asking.shift()?.(this.#unused.shift());
    }
    while (this.#asking.length === 0 && this.#listener.isReady()) {
      const next = this.#unused.shift();
      if (next !== undefined) this.#listener.line(next.trim());
      else if (this.#isOver) return this.#listener.end();
      else return undefined;
    }
    return undefined;
  }

  /** Asks a question after the earlier ones were answered. */
  inOrder<T>(question: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(question);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** The next line; undefined if the question is withdrawn, or the input ends. */
  ask(signal?: AbortSignal, { isSecret = false }: { readonly isSecret?: boolean } = {}): Promise<string | undefined> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve(undefined);
      const answer: Answer = (text) => {
        signal?.removeEventListener('abort', takeBack);
        this.#hide(false);
        resolve(text);
      };
      const takeBack = (): void => {
        const place = this.#asking.indexOf(answer);
        if (place >= 0) this.#asking.splice(place, 1);
        this.#hide(false);
        this.say('The question was withdrawn.');
        resolve(undefined);
      };
      signal?.addEventListener('abort', takeBack, { once: true });
      this.#asking.push(answer);
      this.#hide(isSecret);
      return this.look();
    });
  }

  /**
   * The index of an answer, by its number from 1 to `most` or by a word; undefined for an empty line or a command that
   * ends the question.
   */
  async number(most: number, { signal, byWord }: NumberQuestion): Promise<number | undefined> {
    for (;;) {
      const text = (await this.ask(signal))?.trim() ?? '';
      if (text === '') return undefined;
      if (endingCommand.test(text)) {
        this.#listener.line(text);
        return undefined;
      }
      const number = Number(text);
      if (Number.isInteger(number) && number >= 1 && number <= most) return number - 1;
      const meant = byWord(text.toLowerCase());
      if (meant !== undefined) return meant;
      this.say(`Type a number from 1 to ${most}, /cancel or /quit.`);
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
      write: (text) => void this.#terminal.stdout.tell(text),
      line: (text) => this.#take(text),
      end: () => this.#end(),
      // Both as a terminal does in line mode.
      interrupt: () => process.kill(process.pid, 'SIGINT'),
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

  /** Suspends the program until it is continued. */
  async #suspend(): Promise<void> {
    await this.#typed?.keys.close();
    process.once('SIGCONT', () => {
      this.#typed?.keys.open();
      void this.#terminal.stdout.tell(this.#typed?.line.shown ?? '');
    });
    process.kill(process.pid, 'SIGTSTP');
  }

  #readLines(): Interface {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: this.#input, output: nowhere, terminal: false });
    lines.on('line', (text) => this.#take(text));
    lines.on('close', () => this.#end());
    return lines;
  }

  #take(text: string): void {
    const answer = this.#asking.shift();
    if (answer !== undefined) answer(text);
    else if (this.#terminal.stdin.isTTY !== true) {
      this.#unused.push(text);
      this.look();
    } else if (text.endsWith('\t')) void this.#list(text.trimEnd());
    else this.#listener.line(text.trim());
  }

  /** A terminal in line mode passes a Tab with the line. */
  async #list(before: string): Promise<void> {
    const { suggestions } = await this.#listener.complete(before, new AbortController().signal);
    this.say(choiceWords(suggestions));
  }

  #end(): void {
    this.#isOver = true;
    for (const answer of this.#asking.splice(0)) answer(undefined);
    if (this.#terminal.stdin.isTTY === true) this.#listener.end();
    else this.look();
  }

  #hide(isSecret: boolean): void {
    if (this.#typed !== undefined) this.#typed.line.isSecret = isSecret;
  }

  get #input(): NodeJS.ReadableStream {
    return this.#terminal.stdin as unknown as NodeJS.ReadableStream;
  }
}

/** Whether stdin and stdout are terminals with raw mode. */
function takesKeys({ stdin, stdout, env }: Terminal): boolean {
  const { setRawMode } = stdin as { readonly setRawMode?: unknown };
  return stdin.isTTY === true && stdout.isTerminal && env['TERM'] !== 'dumb' && typeof setRawMode === 'function';
}
