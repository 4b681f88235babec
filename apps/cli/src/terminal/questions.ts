/**
 * Asks the user questions on stderr, and reads the answers line by line.
 *
 * Only for a stdin that is a terminal. If the input ends, there is no answer.
 */
import { StringDecoder } from 'node:string_decoder';

import { UsageError } from '../errors/usage-error.ts';
import type { Terminal } from './terminal.ts';

/** The raw mode of a terminal hides what is typed. */
interface RawInput {
  readonly setRawMode?: (isRaw: boolean) => unknown;
}

/** Node streams can be read in part, and paused. */
interface PausableInput {
  readonly iterator?: (options: { readonly destroyOnReturn: boolean }) => AsyncIterator<Uint8Array>;
  readonly pause?: () => unknown;
}

const [interrupt, endOfInput, backspace, erase] = ['\u0003', '\u0004', '\b', '\u007f'] as const;

/** Whether there is a user to ask: input and stderr are terminals. */
export const canAsk = ({ stdin, stderr }: Terminal): boolean => stdin.isTTY === true && stderr.isTerminal;

export class Questions {
  readonly #terminal: Terminal;
  readonly #decoder = new StringDecoder('utf8');
  #input: AsyncIterator<Uint8Array> | undefined;
  #rest = '';

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** The line that the user types; undefined if the input ends. */
  async line(question: string): Promise<string | undefined> {
    await this.#terminal.stderr.tryWrite(`${question} `);
    for (;;) {
      const [, line, rest] = /^([^\r\n]*)(?:\r\n|\r|\n)([\s\S]*)$/u.exec(this.#rest) ?? [];
      if (line !== undefined) {
        this.#rest = rest ?? '';
        return line;
      }
      const more = await this.#read();
      if (more === undefined) return this.#rest === '' ? undefined : this.#takeRest();
      this.#rest += more;
    }
  }

  /** The same, without echoing what is typed. */
  async secret(question: string): Promise<string | undefined> {
    const { setRawMode } = this.#terminal.stdin as RawInput;
    if (setRawMode === undefined) return this.line(question);
    const raw = (isRaw: boolean): unknown => setRawMode.call(this.#terminal.stdin, isRaw);
    // Before the question, so that quick typing is not echoed either.
    raw(true);
    try {
      await this.#terminal.stderr.tryWrite(`${question} `);
      return await this.#typed();
    } finally {
      raw(false);
      await this.#terminal.stderr.tryWrite('\n');
    }
  }

  /** Whether the user answers yes. */
  async confirm(question: string): Promise<boolean> {
    return (await this.yesOrNo(question)) ?? false;
  }

  /** The same; undefined if the input ends without an answer. */
  async yesOrNo(question: string): Promise<boolean | undefined> {
    const answer = await this.line(`${question} [y/N]`);
    return answer === undefined ? undefined : /^y(?:es)?$/iu.test(answer.trim());
  }

  /** Stops reading, so that the program can exit. */
  async close(): Promise<void> {
    await this.#input?.return?.();
    (this.#terminal.stdin as PausableInput).pause?.();
  }

  /** Reads keys one by one from a terminal in raw mode. */
  async #typed(): Promise<string | undefined> {
    let text = '';
    for (;;) {
      const keys = this.#rest === '' ? await this.#read() : this.#takeRest();
      if (keys === undefined) return undefined;
      for (const [index, key] of Array.from(keys).entries()) {
        if (key === interrupt) throw new UsageError('nothing was typed');
        if (key === endOfInput) return undefined;
        if (key === '\r' || key === '\n') {
          this.#rest = Array.from(keys)
            .slice(index + 1)
            .join('');
          return text;
        }
        text = key === backspace || key === erase ? Array.from(text).slice(0, -1).join('') : text + key;
      }
    }
  }

  #takeRest(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest;
  }

  async #read(): Promise<string | undefined> {
    const stdin: PausableInput & AsyncIterable<Uint8Array> = this.#terminal.stdin;
    // The rest of the input stays readable for others.
    this.#input ??= stdin.iterator?.({ destroyOnReturn: false }) ?? stdin[Symbol.asyncIterator]();
    const { done, value } = await this.#input.next();
    return done === true ? undefined : this.#decoder.write(Buffer.from(value));
  }
}
