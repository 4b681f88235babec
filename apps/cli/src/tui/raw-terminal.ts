/**
 * A terminal in raw mode, which reports every key; closing it restores its mode.
 *
 * It is also restored if the process exits because of an error or `process.exit`.
 */
import { StringDecoder } from 'node:string_decoder';

import type { Terminal } from '../terminal/terminal.ts';
import { focusCodes } from './notifier.ts';
import { KeyReader, type Key } from './key.ts';

/** The methods of a terminal's input besides reading. */
interface RawInput {
  setRawMode?(isRaw: boolean): unknown;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  off(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  off(event: 'end' | 'close', listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
  unref?(): unknown;
}

/**
 * Milliseconds after which an escape character is the Esc key. A slow line delays the rest of a sequence less than
 * that.
 */
const escapeDelay = 40;
/** Bracketed paste mode: the terminal marks pasted text. */
const bracketedPaste = { on: '\u001b[?2004h', off: '\u001b[?2004l' };
/** Mouse buttons, in the SGR format. */
const wheelCodes = { on: '\u001b[?1000h\u001b[?1006h', off: '\u001b[?1006l\u001b[?1000l' };
const restored = `${bracketedPaste.off}\u001b[?25h`;

export interface RawTerminalOptions {
  /** Whether no escape sequences may be written: for a screen reader. */
  readonly isPlain?: boolean;
  /** Whether the terminal reports the wheel of the mouse. */
  readonly reportsWheel?: boolean;
  /** Whether the terminal reports its focus. */
  readonly reportsFocus?: boolean;
  /** Escape sequences that ask the terminal about itself; they are written once. */
  readonly questions?: string;
}

export interface KeyListener {
  readonly key: (key: Key) => void;
  /** An answer of the terminal about itself. */
  readonly reply?: (text: string) => void;
  /** The input has ended: the terminal was closed. */
  readonly end: () => void;
}

export class RawTerminal {
  readonly #input: RawInput;
  readonly #terminal: Terminal;
  readonly #listener: KeyListener;
  readonly #reader = new KeyReader();
  readonly #decoder = new StringDecoder('utf8');
  /** The escape sequences to write when it is opened and closed. */
  readonly #codes: { readonly opened: string; readonly restored: string };
  #questions: string;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;

  constructor(terminal: Terminal, listener: KeyListener, options: RawTerminalOptions = {}) {
    const wheel = options.reportsWheel === true ? wheelCodes : { on: '', off: '' };
    const { on, off } = options.reportsFocus === true ? focusCodes : { on: '', off: '' };
    this.#codes =
      options.isPlain === true
        ? { opened: '', restored: '' }
        : { opened: `${bracketedPaste.on}${on}${wheel.on}`, restored: `${wheel.off}${off}${restored}` };
    this.#questions = options.questions ?? '';
    this.#terminal = terminal;
    this.#input = terminal.stdin as unknown as RawInput;
    this.#listener = listener;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#input.setRawMode?.(true);
    this.#input.on('data', this.#read);
    this.#input.on('end', this.#end);
    this.#input.on('close', this.#end);
    this.#input.resume();
    process.on('exit', this.#restoreAtExit);
    void this.#terminal.stdout.tryWrite(this.#codes.opened + this.#questions);
    this.#questions = '';
  }

  /** Restores the terminal, for the user or for another program. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#input.off('data', this.#read);
    this.#input.off('end', this.#end);
    this.#input.off('close', this.#end);
    this.#input.pause();
    this.#leaveRawMode();
    process.off('exit', this.#restoreAtExit);
    await this.#terminal.stdout.tryWrite(this.#codes.restored);
  }

  readonly #leaveRawMode = (): void => {
    try {
      this.#input.setRawMode?.(false);
    } catch {
      // The terminal is closed, so there is nothing to restore.
    }
  };

  /** A write to a terminal is synchronous, also when the process is about to exit. */
  readonly #restoreAtExit = (): void => {
    this.#leaveRawMode();
    void this.#terminal.stdout.tryWrite(this.#codes.restored);
  };

  readonly #read = (chunk: Uint8Array): void => {
    clearTimeout(this.#timer);
    this.#deliver(this.#reader.read(this.#decoder.write(Buffer.from(chunk))));
    if (this.#reader.isWaiting) this.#timer = setTimeout(() => this.#deliver(this.#reader.giveUp()), escapeDelay);
  };

  readonly #end = (): void => {
    this.#listener.end();
  };

  #deliver(keys: readonly Key[]): void {
    for (const key of keys) {
      if (key.name === 'reply') this.#listener.reply?.(key.text);
      else this.#listener.key(key);
    }
  }
}
