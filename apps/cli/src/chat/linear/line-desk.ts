/** Lines that a user types, one after the other: for whoever asks something, and otherwise for the conversation. */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

import type { Terminal } from '../../terminal/terminal.ts';

export interface LineListener {
  /** A line that nobody has asked for. */
  readonly line: (text: string) => void;
  /** Nothing comes any more. */
  readonly end: () => void;
}

type Answer = (line: string | undefined) => void;

export class LineDesk {
  readonly #terminal: Terminal;
  readonly #lines: Interface;
  /** Whoever waits for a line, the first one first. */
  readonly #asking: Answer[] = [];
  /** The questions come one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(terminal: Terminal, listener: LineListener) {
    this.#terminal = terminal;
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    this.#lines = createInterface({ input: this.#input, output: nowhere, terminal: false });
    this.#lines.on('line', (text) => {
      const answer = this.#asking.shift();
      if (answer === undefined) listener.line(text.trim());
      else answer(text);
    });
    this.#lines.on('close', () => {
      for (const answer of this.#asking.splice(0)) answer(undefined);
      listener.end();
    });
  }

  say(text: string): void {
    void this.#terminal.stdout.tell(`${text}\n`);
  }

  /** Puts a question when those before it are answered. */
  inTurn<T>(question: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(question);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** The next line; undefined when the question is taken back, or the input ends. */
  ask(signal?: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve(undefined);
      const answer: Answer = (text) => {
        signal?.removeEventListener('abort', takeBack);
        resolve(text);
      };
      const takeBack = (): void => {
        const place = this.#asking.indexOf(answer);
        if (place >= 0) this.#asking.splice(place, 1);
        this.say('The question was taken back.');
        resolve(undefined);
      };
      signal?.addEventListener('abort', takeBack, { once: true });
      this.#asking.push(answer);
      return undefined;
    });
  }

  /** A number from 1 to `most`, less one; undefined for an empty line. */
  async number(most: number, signal?: AbortSignal): Promise<number | undefined> {
    for (;;) {
      const text = await this.ask(signal);
      if (text === undefined || text.trim() === '') return undefined;
      const number = Number(text);
      if (Number.isInteger(number) && number >= 1 && number <= most) return number - 1;
      this.say(`Type a number from 1 to ${most}.`);
    }
  }

  /** Leaves the input to somebody else while `work` is done. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    this.#lines.pause();
    try {
      return await work();
    } finally {
      this.#lines.resume();
    }
  }

  close(): void {
    this.#lines.close();
    this.#input.pause();
  }

  get #input(): NodeJS.ReadableStream {
    return this.#terminal.stdin as unknown as NodeJS.ReadableStream;
  }
}
