/**
 * Lines that a user types, one after the other: for whoever asks something, and otherwise for the conversation.
 *
 * What comes from a pipe or a file is there at once. It is taken line by line, each when it is wanted, so that a line is never taken for the
 * answer to a question that it was not written for before the conversation has come so far.
 */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

import type { Terminal } from '../../../terminal/terminal.ts';
import { RawTerminal } from '../../../tui/raw-terminal.ts';
import { choiceWords, TypedLine, type TypedLineOptions } from './typed-line.ts';

export interface LineListener {
  /** A line that nobody has asked for. */
  readonly line: (text: string) => void;
  /** Whether such a line is wanted now. */
  readonly isReady: () => boolean;
  /** Nothing comes any more. */
  readonly end: () => void;
  /** What may follow the text. */
  readonly complete: TypedLineOptions['complete'];
}

/** A question that is answered with a number. */
interface NumberQuestion {
  readonly signal: AbortSignal;
  /** The number, less one, that a word stands for. */
  readonly byWord: (word: string) => number | undefined;
}

type Answer = (line: string | undefined) => void;

/** What a user may want instead of any answer. */
const endingCommand = /^(?:\/cancel|\/\/?quit)$/u;

export class LineInput {
  readonly #terminal: Terminal;
  readonly #listener: LineListener;
  /** Where keys come one by one; undefined where whole lines do. */
  readonly #typed: { readonly line: TypedLine; readonly keys: RawTerminal } | undefined;
  readonly #lines: Interface | undefined;
  /** Whoever waits for a line, the first one first. */
  readonly #asking: Answer[] = [];
  /** Lines that nobody has wanted yet. */
  readonly #early: string[] = [];
  #isOver = false;
  /** The questions come one after the other. */
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

  /** Whether what is typed can be kept from the screen. */
  get canHide(): boolean {
    return this.#typed !== undefined;
  }

  /** Whether an answer is waited for. */
  get isAsking(): boolean {
    return this.#asking.length > 0;
  }

  /** Takes what came early, now that it may be wanted. */
  look(): void {
    while (this.#asking.length > 0 && (this.#early.length > 0 || this.#isOver)) {
      this.#asking.shift()?.(this.#early.shift());
    }
    while (this.#asking.length === 0 && this.#listener.isReady()) {
      const next = this.#early.shift();
      if (next !== undefined) this.#listener.line(next.trim());
      else if (this.#isOver) return this.#listener.end();
      else return undefined;
    }
    return undefined;
  }

  /** Puts a question when those before it are answered. */
  inTurn<T>(question: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(question);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** The next line; undefined when the question is taken back, or the input ends. */
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
        this.say('The question was taken back.');
        resolve(undefined);
      };
      signal?.addEventListener('abort', takeBack, { once: true });
      this.#asking.push(answer);
      this.#hide(isSecret);
      return this.look();
    });
  }

  /** A number from 1 to `most`, less one, or what a word means instead; undefined for an empty line, and for a command that ends everything. */
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

  /** Leaves the input to somebody else while `work` is done. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
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
      // Both as the terminal itself does when it reads lines.
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

  /** Gives the terminal to the shell until the user comes back. */
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
      this.#early.push(text);
      this.look();
    } else if (text.endsWith('\t')) void this.#list(text.trimEnd());
    else this.#listener.line(text.trim());
  }

  /** A terminal that reads lines hands a Tab over with the line. */
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

/** Where there is a terminal at both ends that is more than a typewriter. */
function takesKeys({ stdin, stdout, env }: Terminal): boolean {
  const { setRawMode } = stdin as { readonly setRawMode?: unknown };
  return stdin.isTTY === true && stdout.isTerminal && env['TERM'] !== 'dumb' && typeof setRawMode === 'function';
}
